// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.graph.store.EdgeTypeRanges;
import io.graphember.tgar.plan.Kind;
import io.graphember.tgar.plan.Place;
import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;
import java.util.Arrays;

/**
 * Some destinations of a partition, masters and mirrors, with the in-edges that it has of them: of
 * a master its self loop first, if there are any, then those of its list.
 */
final class EdgeTile extends Tile {
  /** Edges of a tile, unless one vertex has more. */
  static final int EDGES = 2048;

  private final boolean byType;
  private int first;
  private int count;
  private int edges;
  private int neighborhoods;
  private long firstEdge; // among those of the partition
  int[] offsets = {}; // [destinations + 1]
  int[] sources = {}; // local number
  int[] destinations = {}; // row in the tile
  int[] edgeTypes = {};
  int[] neighborhoodOfEdge = {};
  int[] destinationOfNeighborhood = {};
  private int[] typeOfNeighborhood = {};

  EdgeTile(Plan plan, StepInput input) {
    super(plan, input);
    byType = input.facts().topology.types().edgeTypes() > 1;
  }

  /**
   * Goes to some local vertices.
   *
   * @param edge number of their first edge among those of the partition
   */
  void moveTo(int from, int to, long edge) {
    first = from;
    count = to - from;
    firstEdge = edge;
    PartitionFacts facts = input.facts();
    if (offsets.length <= count) {
      offsets = new int[count + 1];
    }
    edges = 0;
    for (int i = 0; i < count; i++) {
      offsets[i] = edges;
      edges += facts.edges(from + i);
    }
    offsets[count] = edges;
    if (sources.length < edges) {
      sources = new int[edges];
      destinations = new int[edges];
      edgeTypes = new int[edges];
      neighborhoodOfEdge = new int[edges];
      destinationOfNeighborhood = new int[edges];
      typeOfNeighborhood = new int[edges];
    }
    for (int i = 0; i < count; i++) {
      fill(i);
    }
    findNeighborhoods();
  }

  private void fill(int i) {
    PartitionFacts facts = input.facts();
    int at = offsets[i];
    Arrays.fill(destinations, at, offsets[i + 1], i);
    if (facts.selfLoops && first + i < facts.masters) {
      sources[at] = first + i;
      edgeTypes[at++] = 0;
    }
    facts.topology.in().lists().copy(first + i, sources, at);
    EdgeTypeRanges types = facts.topology.in().types();
    for (int e = at; byType && e < offsets[i + 1]; e++) {
      edgeTypes[e] = types.type(first + i, e - at);
    }
  }

  private void findNeighborhoods() {
    neighborhoods = 0;
    for (int e = 0; e < edges; e++) {
      final boolean same =
          e > 0 && destinations[e] == destinations[e - 1] && edgeTypes[e] == edgeTypes[e - 1];
      if (!same) {
        destinationOfNeighborhood[neighborhoods] = destinations[e];
        typeOfNeighborhood[neighborhoods++] = edgeTypes[e];
      }
      neighborhoodOfEdge[e] = neighborhoods - 1;
    }
  }

  /** Local number of the first destination. */
  int first() {
    return first;
  }

  /** Number of destinations. */
  int count() {
    return count;
  }

  /** Number of edges. */
  int edges() {
    return edges;
  }

  /** Number of neighbourhoods. */
  int neighborhoods() {
    return neighborhoods;
  }

  @Override
  int rows(Value value) {
    if (value.kind().collected()) {
      return count;
    }
    return switch (value.place()) {
      case EDGE -> edges;
      case NEIGHBORHOOD -> neighborhoods;
      case VERTEX -> count;
      case ONE -> 1;
    };
  }

  @Override
  int[] types(Place place) {
    return place == Place.NEIGHBORHOOD ? typeOfNeighborhood : edgeTypes;
  }

  @Override
  void load(Value value) {
    if (value.place() == Place.EDGE) {
      RowCopies.read(
          input.rows().value(value),
          (int) firstEdge,
          edges,
          value.columns(),
          room(value),
          stride(value));
    } else if (value.kind() == Kind.BATCH_MEAN) {
      alias(value, input.mean(value));
    }
    // Rows of vertices are read where an edge looks at them.
  }

  /** Keeps rows of edges, or what this partition has of the destinations' rows. */
  void store(Value value) {
    final boolean ofEdges = value.place() == Place.EDGE;
    RowCopies.write(
        value(value),
        stride(value),
        ofEdges ? edges : count,
        value.columns(),
        input.rows().value(value),
        ofEdges ? (int) firstEdge : first);
  }

  /** Begins a gradient with what is kept of it. */
  void loadGradient(Value value) {
    float[] from = input.rows().gradient(value);
    final boolean ofEdges = value.place() == Place.EDGE;
    float[] to = clearGradient(value);
    if (from.length > 0) {
      RowCopies.read(
          from,
          ofEdges ? (int) firstEdge : first,
          ofEdges ? edges : count,
          value.columns(),
          to,
          stride(value));
    }
  }

  /** Adds the gradient of rows of edges to what is kept of it. */
  void storeGradient(Value value) {
    RowCopies.add(
        gradient(value),
        stride(value),
        edges,
        value.columns(),
        input.rows().gradient(value),
        (int) firstEdge);
  }

  @Override
  long rowNumber(Value value, int row) {
    PartitionFacts facts = input.facts();
    final int local = first + destinations[row];
    final int position = row - offsets[destinations[row]];
    if (!facts.selfLoops || local >= facts.masters) {
      return facts.firstEdges[local] + position;
    }
    return position == 0 ? facts.selfLoop(local) : facts.firstEdges[local] + position - 1;
  }

  /** Features of the edges; those of self loops are 0. */
  void readFeatures(Value value) {
    PartitionFacts facts = input.facts();
    float[] target = room(value);
    final int stride = stride(value);
    for (int i = 0; i < count; i++) {
      int e = offsets[i];
      if (facts.selfLoops && first + i < facts.masters) {
        Arrays.fill(target, e * stride, (e + 1) * stride, 0f);
        e++;
      }
      for (int place = 0; e < offsets[i + 1]; e++, place++) {
        final int position = facts.topology.in().lists().first(first + i) + place;
        facts
            .partition
            .edgeData()
            .featureRows()
            .read(facts.topology.edgeOfIn(position), target, e * stride);
      }
    }
  }
}
