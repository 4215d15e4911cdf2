// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import io.graphember.graph.id.Vid;
import io.graphember.inference.InferenceError;
import io.graphember.inference.predict.GraphReads.ListRequest;
import io.graphember.inference.predict.GraphReads.ListedEdges;
import io.graphember.inference.predict.GraphReads.MasterRequest;
import io.graphember.inference.predict.GraphReads.MasterVertices;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.memory.array.LongIndex;
import io.graphember.sampling.op.Positions;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The in-neighbourhoods of some vertices, as many hops as a model has layers. Vertices are numbered
 * in the order in which they are met, those that are asked for first: the vertices that a layer
 * computes are the first ones of those that it reads. Two reads a hop: the lists of the vertices
 * that are new, then who their sources are.
 *
 * <p>Used by one thread.
 */
final class Neighborhood {
  private static final int REPLICA = MasterVertices.REPLICA;

  private final GraphReads reads;
  private final EdgeNeeds needs;
  private final HopDraws draws;
  private final int mostEdges;
  private final LongIndex numbers = new LongIndex(256);
  private final LongArray vids = new LongArray(256);
  private final IntArray types = new IntArray(256);
  private final IntArray degrees = new IntArray(256);
  private final IntArray partitions = new IntArray(256);
  private final IntArray rows = new IntArray(256);
  private final IntArray replicaStarts = new IntArray(256);
  private final IntArray replicas = new IntArray(1024);
  private final @Nullable RowMatrix[] inputs; // by partition; null where none of its was met
  private final IntArray neighbors = new IntArray(1024);
  private final IntArray edgeTypes = new IntArray(8);
  private float[] edgeFeatures = {};
  private final Positions positions = new Positions();
  private int[] drawn = {};
  private final Optional<KnownRows> known; // empty if all rows are to be computed
  private final List<float[]> knownRows =
      new ArrayList<>(); // of the last that enter the last layer
  private final int[]
      sizes; // [layers + 1], vertices that enter each layer, and that leave the last
  private final int[][] starts; // [layers][vertices that leave], first edge of each
  private final int[][] ends;

  /**
   * The neighbourhoods of some vertices.
   *
   * @param seeds ids of the vertices, each once
   * @param layers how many hops
   * @param mostEdges edges at most
   * @param known rows that need not be computed; empty for none
   * @throws GraphemberException with code {@link InferenceError#NEIGHBORHOOD_TOO_LARGE}, or as the
   *     reads fail
   */
  Neighborhood(
      GraphReads reads,
      EdgeNeeds needs,
      HopDraws draws,
      long[] seeds,
      int layers,
      int mostEdges,
      Optional<KnownRows> known) {
    this.known = known;
    this.reads = reads;
    this.needs = needs;
    this.draws = draws;
    this.mostEdges = mostEdges;
    sizes = new int[layers + 1];
    inputs = new RowMatrix[reads.partitions()];
    starts = new int[layers][];
    ends = new int[layers][];
    replicaStarts.add(0);
    for (long seed : seeds) {
      number(seed);
    }
    describe(0);
    sizes[layers] = vids.size;
    for (int layer = layers - 1; layer >= 0; layer--) {
      expand(layer, layers - 1 - layer);
      sizes[layer] = vids.size;
    }
  }

  /** Vertices that enter a layer; of the number of layers, those that are asked for. */
  int size(int layer) {
    return sizes[layer];
  }

  /** Vertices that leave a layer: those that enter the next, but for those that are known. */
  int leaving(int layer) {
    return layer == sizes.length - 3 ? sizes[layer + 1] - knownRows.size() : sizes[layer + 1];
  }

  /** Rows that enter the last layer of the last vertices that enter it. */
  List<float[]> knownRows() {
    return knownRows;
  }

  /** First in-edge of a vertex that leaves a layer. */
  int start(int layer, int vertex) {
    return starts[layer][vertex];
  }

  /** End of its in-edges. */
  int end(int layer, int vertex) {
    return ends[layer][vertex];
  }

  /** Number of the source of each edge. */
  int[] neighbors() {
    return neighbors.values;
  }

  /** Type of each edge; if they are looked at. */
  int[] edgeTypes() {
    return edgeTypes.values;
  }

  /** Features of each edge in turn; if they are looked at. */
  float[] edgeFeatures() {
    return edgeFeatures;
  }

  /** Edges of all layers, those of the whole lists once. */
  int edges() {
    return neighbors.size;
  }

  long vid(int vertex) {
    return vids.values[vertex];
  }

  int vertexType(int vertex) {
    return types.values[vertex];
  }

  /** In-degree in the whole graph. */
  int degree(int vertex) {
    return degrees.values[vertex];
  }

  /** What a weighted sum over the looked-at of so many in-neighbours is multiplied by. */
  float scale(int layer, int vertex) {
    final int looked = ends[layer][vertex] - starts[layer][vertex];
    return looked == degree(vertex) ? 1 : (float) degree(vertex) / looked;
  }

  /** What enters layer 0, by partition of the vertices; null where none was met. */
  @Nullable RowMatrix[] inputs() {
    return inputs;
  }

  /** Partition of each vertex. */
  int[] partition() {
    return partitions.values;
  }

  /** Row of each vertex among those of its partition. */
  int[] row() {
    return rows.values;
  }

  private int number(long vid) {
    final int number = numbers.add(vid);
    if (number == vids.size) {
      vids.add(vid);
    }
    return number;
  }

  /** Places of items by partition, and those of each: what a call is made of. */
  private static final class ByPartition {
    private final int[] partitions; // that have items
    private final int[] ranks; // of a partition among them
    private final int[] counts;

    /**
     * Counts.
     *
     * @param of partition of each item
     */
    ByPartition(IntArray of, int all) {
      counts = new int[all];
      for (int i = 0; i < of.size; i++) {
        counts[of.values[i]]++;
      }
      ranks = new int[all];
      int some = 0;
      for (int p = 0; p < all; p++) {
        ranks[p] = some;
        some += counts[p] > 0 ? 1 : 0;
      }
      partitions = new int[some];
      for (int p = 0; p < all; p++) {
        if (counts[p] > 0) {
          partitions[ranks[p]] = p;
        }
      }
    }

    /** The values of items by partition, in their order. */
    int[][] deal(IntArray of, IntArray values) {
      final int[][] dealt = new int[partitions.length][];
      Arrays.setAll(dealt, i -> new int[counts[partitions[i]]]);
      final int[] at = new int[partitions.length];
      for (int i = 0; i < of.size; i++) {
        final int rank = ranks[of.values[i]];
        dealt[rank][at[rank]++] = values.values[i];
      }
      return dealt;
    }
  }

  /** Says of the vertices from one on who they are. */
  private void describe(int from) {
    final IntArray of = new IntArray(vids.size - from);
    final IntArray locals = new IntArray(vids.size - from);
    for (int i = from; i < vids.size; i++) {
      of.add(Vid.partition(vids.values[i]));
      locals.add(Vid.local(vids.values[i]));
    }
    partitions.addAll(of.values, 0, of.size);
    final ByPartition by = new ByPartition(of, reads.partitions());
    final int[][] dealt = by.deal(of, locals);
    final List<MasterRequest> requests = new ArrayList<>();
    for (int i = 0; i < dealt.length; i++) {
      requests.add(new MasterRequest(by.partitions[i], dealt[i]));
    }
    final List<MasterVertices> answers = requests.isEmpty() ? List.of() : reads.masters(requests);
    final int[] firstRows = new int[dealt.length];
    for (int i = 0; i < firstRows.length; i++) {
      firstRows[i] = keep(by.partitions[i], answers.get(i).rows());
    }
    final int[] at = new int[dealt.length];
    for (int i = 0; i < of.size; i++) {
      final int rank = by.ranks[of.values[i]];
      add(answers.get(rank), at[rank]++, firstRows[rank]);
    }
  }

  /** The rows of a partition: those here give the same matrix each time, others some more. */
  private int keep(int partition, RowMatrix given) {
    final RowMatrix before = inputs[partition];
    if (before == null || before == given) {
      inputs[partition] = given;
      return 0;
    }
    inputs[partition] = ArrayRows.joined(before, given);
    return before.rows();
  }

  private void add(MasterVertices answer, int i, int firstRow) {
    types.add(answer.types()[i]);
    rows.add(firstRow + answer.rowNumbers()[i]);
    int degree = 0;
    for (int r = answer.replicaOffsets()[i]; r < answer.replicaOffsets()[i + 1]; r++) {
      degree += answer.replicas()[REPLICA * r + 2];
    }
    replicas.addAll(
        answer.replicas(),
        REPLICA * answer.replicaOffsets()[i],
        REPLICA * answer.replicaOffsets()[i + 1]);
    replicaStarts.add(replicas.size / REPLICA);
    degrees.add(degree);
  }

  /** Reads the lists of those that leave a layer, and says who the sources are. */
  private void expand(int layer, int hop) {
    final int all = vids.size;
    final int leaving = leaving(layer);
    starts[layer] = new int[leaving];
    ends[layer] = new int[leaving];
    // Whole lists are the same in every hop.
    final int before = draws.all() && hop > 0 ? leaving(layer + 1) : 0;
    if (before > 0) {
      System.arraycopy(starts[layer + 1], 0, starts[layer], 0, before);
      System.arraycopy(ends[layer + 1], 0, ends[layer], 0, before);
    }
    final Lists lists = new Lists(before, leaving, hop);
    lists.read();
    if (hop == 0 && layer > 0 && known.isPresent()) {
      lists.numberUnknownFirst(known.get());
    }
    for (int v = before; v < leaving; v++) {
      starts[layer][v] = neighbors.size;
      lists.append(v);
      ends[layer][v] = neighbors.size;
    }
    describe(all);
  }

  /** The lists that a hop reads. */
  private final class Lists {
    private final IntArray of = new IntArray(64); // partition of each list
    private final IntArray locals = new IntArray(64);
    private final IntArray counts = new IntArray(64);
    private final IntArray places = new IntArray(64);
    private final IntArray placePartitions = new IntArray(64);
    private final int[] listStarts; // of each vertex from the first on
    private final int first;
    private List<ListedEdges> answers = List.of();
    private int[] ranks = {};
    private int[] nextList = {};
    private int[] nextEdge = {};
    private final Map<Long, float[]> found = new HashMap<>();

    Lists(int first, int end, int hop) {
      this.first = first;
      listStarts = new int[end - first + 1];
      long edges = neighbors.size;
      for (int v = first; v < end; v++) {
        edges += Math.min(degree(v), draws.fanout(hop));
        requireFew(edges);
        add(v, hop);
        listStarts[v - first + 1] = of.size;
      }
    }

    private void requireFew(long edges) {
      if (edges > mostEdges) {
        throw new GraphemberException(
            InferenceError.NEIGHBORHOOD_TOO_LARGE,
            "The neighbourhoods of the vertices have more than %d edges: ask with fanouts, or of fewer vertices at once."
                .formatted(mostEdges));
      }
    }

    private void add(int v, int hop) {
      final int fanout = draws.fanout(hop);
      final boolean whole = degree(v) <= fanout;
      if (!whole) {
        drawn = drawn.length < fanout ? new int[fanout] : drawn;
        positions.draw(draws.key(hop, vid(v)), degree(v), fanout, drawn, 0);
        Arrays.sort(drawn, 0, fanout);
      }
      int before = 0;
      int next = 0;
      for (int r = replicaStarts.values[v]; r < replicaStarts.values[v + 1]; r++) {
        final int partition = replicas.values[REPLICA * r];
        final int degree = replicas.values[REPLICA * r + 2];
        int count = ListRequest.WHOLE;
        if (!whole) {
          count = 0;
          while (next < fanout && drawn[next] < before + degree) {
            places.add(drawn[next++] - before);
            placePartitions.add(partition);
            count++;
          }
          before += degree;
        }
        if (count != 0) {
          of.add(partition);
          locals.add(replicas.values[REPLICA * r + 1]);
          counts.add(count);
        }
      }
    }

    void read() {
      final ByPartition by = new ByPartition(of, reads.partitions());
      final ByPartition byPlace = new ByPartition(placePartitions, reads.partitions());
      final int[][] dealtLocals = by.deal(of, locals);
      final int[][] dealtCounts = by.deal(of, counts);
      final int[][] dealtPlaces = byPlace.deal(placePartitions, places);
      final List<ListRequest> requests = new ArrayList<>();
      for (int i = 0; i < dealtLocals.length; i++) {
        final int p = by.partitions[i];
        requests.add(
            new ListRequest(
                p,
                dealtLocals[i],
                dealtCounts[i],
                byPlace.counts[p] > 0 ? dealtPlaces[byPlace.ranks[p]] : new int[0]));
      }
      answers = requests.isEmpty() ? List.of() : reads.lists(requests);
      ranks = by.ranks;
      nextList = new int[answers.size()];
      nextEdge = new int[answers.size()];
    }

    /** Numbers the sources, those last whose rows are known: they have no lists to be read. */
    void numberUnknownFirst(KnownRows rows) {
      final LongArray last = new LongArray(64);
      for (ListedEdges listed : answers) {
        for (long source : listed.sources()) {
          if (numbers.find(source) == LongIndex.ABSENT) {
            final Optional<float[]> row = rows.find(source);
            if (row.isEmpty()) {
              number(source);
            } else {
              last.add(source);
              found.putIfAbsent(source, row.get());
            }
          }
        }
      }
      for (int i = 0; i < last.size; i++) {
        if (numbers.find(last.values[i]) == LongIndex.ABSENT) {
          number(last.values[i]);
          knownRows.add(found.get(last.values[i]));
        }
      }
    }

    /** Appends the edges of a vertex. */
    void append(int v) {
      for (int l = listStarts[v - first]; l < listStarts[v - first + 1]; l++) {
        final int rank = ranks[of.values[l]];
        final ListedEdges listed = answers.get(rank);
        final int from = nextEdge[rank];
        final int to = from + listed.counts()[nextList[rank]++];
        nextEdge[rank] = to;
        if (needs.types()) {
          edgeTypes.addAll(listed.types(), from, to);
        }
        if (needs.features() > 0) {
          addFeatures(listed.features(), from, to);
        }
        for (int e = from; e < to; e++) {
          neighbors.add(number(listed.sources()[e]));
        }
      }
    }

    private void addFeatures(float[] features, int from, int to) {
      final int dim = needs.features();
      final int needed = Math.multiplyExact(neighbors.size + to - from, dim);
      if (edgeFeatures.length < needed) {
        edgeFeatures = Arrays.copyOf(edgeFeatures, Math.max(needed, 2 * edgeFeatures.length));
      }
      System.arraycopy(features, from * dim, edgeFeatures, neighbors.size * dim, (to - from) * dim);
    }
  }
}
