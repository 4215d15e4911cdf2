// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.graph.store.EdgeLists;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.PlainTopology;
import io.graphember.graph.store.ReplicaLists;
import io.graphember.graph.store.StoreLayout;
import io.graphember.graph.store.TopologyWriter;
import io.graphember.schema.EdgeAttributes;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * A directed R-MAT multigraph as one partition, and the same graph with some edges more, in which
 * vertices have the same numbers: by degree in the first one, descending.
 */
public final class DirectedRmat {
  private final int scale;
  private final int[] numbers; // of each vertex as it is drawn
  private final long[] edges; // source in the high half, destination in the low half
  private long drawn;

  /** A graph of {@code 2^scale} vertices. */
  public DirectedRmat(int scale, int count) {
    this.scale = scale;
    edges = new long[count];
    final int[] degrees = new int[1 << scale];
    for (int e = 0; e < count; e++) {
      edges[e] = RmatDraw.edge(scale, drawn++);
      degrees[(int) (edges[e] >>> 32)]++;
      degrees[(int) edges[e]]++;
    }
    final long[] order = new long[degrees.length];
    Arrays.setAll(order, v -> (long) -degrees[v] << 32 | v);
    Arrays.sort(order);
    numbers = new int[degrees.length];
    for (int i = 0; i < order.length; i++) {
      numbers[(int) order[i]] = i;
    }
    for (int e = 0; e < count; e++) {
      edges[e] = numbered(edges[e]);
    }
    Arrays.sort(edges);
  }

  private long numbered(long edge) {
    return (long) numbers[(int) (edge >>> 32)] << 32 | numbers[(int) edge];
  }

  /** Number of vertices. */
  public int vertices() {
    return numbers.length;
  }

  /** More edges whose ends are drawn as those of the graph. */
  public long[] more(int count) {
    final long[] more = new long[count];
    for (int e = 0; e < count; e++) {
      more[e] = numbered(RmatDraw.edge(scale, drawn++));
    }
    return more;
  }

  /** More edges whose ends are any vertices. */
  public long[] moreUniform(int count) {
    final long[] more = new long[count];
    for (int e = 0; e < count; e++) {
      final long bits = CounterRandom.bits(11, drawn++);
      more[e] =
          CounterRandom.bounded(bits, 1L << scale) << 32
              | CounterRandom.bounded(CounterRandom.bits(12, drawn++), 1L << scale);
    }
    return more;
  }

  /** The graph with some edges more, as a partition of number 0. */
  public PartitionTopology with(long[] more) {
    final long[] all = Arrays.copyOf(edges, edges.length + more.length);
    System.arraycopy(more, 0, all, edges.length, more.length);
    Arrays.sort(all);
    final EdgeLists out = lists(all);
    for (int e = 0; e < all.length; e++) {
      all[e] = all[e] << 32 | all[e] >>> 32;
    }
    Arrays.sort(all);
    final PlainTopology plain =
        new PlainTopology(
            new int[] {0, vertices()},
            new int[0],
            new int[0],
            new int[0],
            1,
            EdgeAttributes.NONE,
            out,
            lists(all),
            new int[0],
            new ReplicaLists(
                new int[vertices() + 1], new int[0], new int[0], new int[0], new int[0]));
    return PartitionTopology.of(0, TopologyWriter.write(plain, StoreLayout.COMPACT).toBytes());
  }

  private EdgeLists lists(long[] sorted) {
    final int[] offsets = new int[vertices() + 1];
    final int[] neighbors = new int[sorted.length];
    for (int e = 0; e < sorted.length; e++) {
      offsets[(int) (sorted[e] >>> 32) + 1]++;
      neighbors[e] = (int) sorted[e];
    }
    for (int v = 0; v < vertices(); v++) {
      offsets[v + 1] += offsets[v];
    }
    return new EdgeLists(offsets, neighbors, new int[0]);
  }
}
