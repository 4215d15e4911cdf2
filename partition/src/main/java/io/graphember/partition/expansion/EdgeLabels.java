// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.exchange.GraphShard;
import io.graphember.spi.partition.AssignmentSink;

/** Takes the partition of every edge that a shard reads, in the order of its stream. */
@FunctionalInterface
interface EdgeLabels {
  /**
   * Takes the next ones.
   *
   * @param destinations of the edges
   * @param partitions of the edges; may be overwritten
   * @param count how many entries of the arrays count
   */
  void take(int[] destinations, int[] partitions, int count);

  /** Answers for a shard's own edges; two shards read an edge between them. */
  static EdgeLabels own(GraphShard shard, AssignmentSink sink) {
    return (destinations, partitions, count) -> {
      int own = 0;
      for (int i = 0; i < count; i++) {
        if (shard.owns(destinations[i])) {
          partitions[own++] = partitions[i];
        }
      }
      sink.assignEdges(partitions, own);
    };
  }
}
