// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/** Asks one partition for edges that random bits choose, all alike, and how many it has. */
final class EdgeDraw implements PartitionRequest<EdgeDraw.Reply> {
  private final int partition;
  private final long[] bits;

  /**
   * A request.
   *
   * @param bits random bits of each draw; none to ask for the number of edges alone
   */
  EdgeDraw(int partition, long[] bits) {
    this.partition = partition;
    this.bits = bits;
  }

  /** Ids of the ends of edges and their classes, and how many edges there are. */
  static final class Reply implements PartitionReply {
    private final int edges;
    private final long[] sources;
    private final long[] destinations;
    private final int[] labels; // none of a graph whose edges have no classes

    Reply(int edges, long[] sources, long[] destinations, int[] labels) {
      this.edges = edges;
      this.sources = sources;
      this.destinations = destinations;
      this.labels = labels;
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

    @Override
    public long bytes() {
      return 4 + 16L * sources.length + 4L * labels.length;
    }
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public long bytes() {
    return 8L * bits.length;
  }

  @Override
  public Reply answer(ResidentPartition asked) {
    PartitionTopology topology = asked.topology();
    final int draws = topology.edges() == 0 ? 0 : bits.length;
    int[] vertices = new int[draws];
    int[] positions = new int[draws];
    final int[] classes = asked.edgeData().labels();
    int[] labels = new int[classes == null ? 0 : draws];
    if (draws > 0) {
      final int[] ends = asked.outEnds();
      for (int i = 0; i < draws; i++) {
        final int edge = CounterRandom.bounded(bits[i], topology.edges());
        vertices[i] = source(ends, edge);
        positions[i] = edge - (vertices[i] == 0 ? 0 : ends[vertices[i] - 1]);
        if (classes != null) {
          labels[i] = classes[edge];
        }
      }
    }
    int[] ones = new int[draws];
    Arrays.fill(ones, 1);
    topology.out().lists().gather(vertices, ones, draws, positions);
    return new Reply(topology.edges(), vids(topology, vertices), vids(topology, positions), labels);
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
