// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/** Batches of seeds, drawn at random of the vertices that have in-edges, the same in every run. */
public final class SeedBatches {
  private SeedBatches() {}

  /**
   * Draws batches.
   *
   * @param seeds seeds of all batches together, fewer if there are not so many vertices
   * @param batchSize seeds of a batch, the last one may have fewer
   */
  public static long[][] draw(LocalPartitions partitions, int seeds, int batchSize) {
    long[] vids = withEdges(partitions);
    CounterRandom.shuffle(vids, 5);
    final int size = Math.min(seeds, vids.length);
    long[][] batches = new long[(size + batchSize - 1) / batchSize][];
    for (int b = 0; b < batches.length; b++) {
      batches[b] = Arrays.copyOfRange(vids, b * batchSize, Math.min(size, (b + 1) * batchSize));
    }
    return batches;
  }

  private static long[] withEdges(LocalPartitions partitions) {
    long[] vids = new long[partitions.masters()];
    int size = 0;
    for (int p = 0; p < partitions.partitions(); p++) {
      PartitionTopology topology = partitions.partition(p).topology();
      for (int v = 0; v < topology.masters(); v++) {
        if (topology.inDegree(v) > 0) {
          vids[size++] = Vid.of(p, v);
        }
      }
    }
    return Arrays.copyOf(vids, size);
  }
}
