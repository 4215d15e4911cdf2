// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.edge;

import io.graphember.graph.store.EdgeTypeRanges;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.neighbor.EdgeRanker;
import io.graphember.sampling.op.Frontier;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * Asks one partition for edges of some types that random bits choose, all alike, and how many it
 * has.
 */
public final class EdgeDraw implements PartitionRequest<EdgeDraw.Reply> {
  private final int partition;
  private final int[] types;
  private final long[] bits;
  private final boolean timed;

  /**
   * A request.
   *
   * @param types numbers of the edge types, ascending; none for all
   * @param bits random bits of each draw; none to ask for the number of edges alone
   * @param timed true to ask for the time of each edge
   */
  public EdgeDraw(int partition, int[] types, long[] bits, boolean timed) {
    this.partition = partition;
    this.types = types;
    this.bits = bits;
    this.timed = timed;
  }

  /** Ids of the ends of edges, their classes, types and times, and how many edges there are. */
  static final class Reply implements PartitionReply {
    private final int edges;
    private final long[] sources;
    private final long[] destinations;
    private final int[] labels; // none of a graph whose edges have no classes
    private final int[] types; // none of a graph with one edge type
    private final long[] times; // none if nobody asks

    Reply(int edges, long[] sources, long[] destinations, int[] labels, int[] types, long[] times) {
      this.edges = edges;
      this.sources = sources;
      this.destinations = destinations;
      this.labels = labels;
      this.types = types;
      this.times = times;
    }

    int edges() {
      if (edges < 0) {
        throw Frontier.mismatch(edges + " edges");
      }
      return edges;
    }

    /** Sources of as many edges as were asked for. */
    long[] sources(int draws) {
      if (sources.length != draws || destinations.length != draws) {
        throw Frontier.mismatch(sources.length + " of " + draws + " edges drawn");
      }
      return sources;
    }

    long[] destinations() {
      return destinations;
    }

    /** Classes of as many edges, -1 for none. */
    int[] labels(int draws) {
      if (labels.length != 0 && labels.length != draws) {
        throw Frontier.mismatch(labels.length + " classes of " + draws + " edges");
      }
      if (labels.length == 0) {
        int[] none = new int[draws];
        Arrays.fill(none, -1);
        return none;
      }
      return labels;
    }

    /** Types of as many edges. */
    int[] types(int draws) {
      if (types.length != 0 && types.length != draws) {
        throw Frontier.mismatch(types.length + " types of " + draws + " edges");
      }
      return types.length == 0 ? new int[draws] : types;
    }

    /** Times of as many edges. */
    long[] times(int draws) {
      if (times.length != draws) {
        throw Frontier.mismatch(times.length + " times of " + draws + " edges");
      }
      return times;
    }

    @Override
    public long bytes() {
      return 4 + 16L * sources.length + 4L * (labels.length + types.length) + 8L * times.length;
    }
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public long bytes() {
    return 4L * types.length + 8L * bits.length;
  }

  @Override
  public Reply answer(ResidentPartition asked) {
    PartitionTopology topology = asked.topology();
    requireTypes(topology);
    final int[] ends = asked.outEnds(types);
    final int edges = ends.length == 0 ? 0 : ends[ends.length - 1];
    final int draws = edges == 0 ? 0 : bits.length;
    int[] vertices = new int[draws];
    int[] positions = new int[draws];
    final EdgeTypeRanges ranges = topology.out().types();
    int[] drawnTypes = new int[topology.types().edgeTypes() == 1 ? 0 : draws];
    final int[] classes = asked.edgeData().labels();
    int[] labels = new int[classes == null ? 0 : draws];
    final long[] timeOf = timed ? asked.times() : null;
    long[] times = new long[timeOf == null ? 0 : draws];
    for (int i = 0; i < draws; i++) {
      final int edge = CounterRandom.bounded(bits[i], edges);
      final int vertex = source(ends, edge);
      final int place = edge - (vertex == 0 ? 0 : ends[vertex - 1]);
      vertices[i] = vertex;
      positions[i] = types.length == 0 ? place : position(ranges, vertex, place);
      if (drawnTypes.length > 0) {
        drawnTypes[i] = ranges.type(vertex, positions[i]);
      }
      if (classes != null) {
        labels[i] = classes[topology.out().lists().first(vertex) + positions[i]];
      }
      if (timeOf != null) {
        times[i] = timeOf[topology.out().lists().first(vertex) + positions[i]];
      }
    }
    int[] ones = new int[draws];
    Arrays.fill(ones, 1);
    topology.out().lists().gather(vertices, ones, draws, positions);
    return new Reply(
        edges, vids(topology, vertices), vids(topology, positions), labels, drawnTypes, times);
  }

  private void requireTypes(PartitionTopology topology) {
    for (int i = 0; i < types.length; i++) {
      if (types[i] <= (i == 0 ? -1 : types[i - 1]) || types[i] >= topology.types().edgeTypes()) {
        throw EdgeRanker.typeUnknown(topology, types[i]);
      }
    }
  }

  /** Position in the list of a vertex of one of its edges of the types. */
  private int position(EdgeTypeRanges ranges, int vertex, int place) {
    int from = 0;
    int left = place;
    while (true) {
      final int type = ranges.type(vertex, from);
      final int end = ranges.end(vertex, type);
      if (Arrays.binarySearch(types, type) >= 0) {
        if (left < end - from) {
          return from + left;
        }
        left -= end - from;
      }
      from = end;
    }
  }

  /** The first vertex whose list ends behind an edge. */
  private static int source(int[] ends, int edge) {
    int low = 0;
    int high = ends.length - 1;
    while (low < high) {
      final int middle = (low + high) >>> 1;
      if (ends[middle] > edge) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private long[] vids(PartitionTopology topology, int[] locals) {
    long[] vids = new long[locals.length];
    Arrays.setAll(vids, i -> topology.vid(partition, locals[i]));
    return vids;
  }
}
