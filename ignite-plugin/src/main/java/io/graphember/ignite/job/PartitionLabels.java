// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTypes;
import io.graphember.graph.store.VertexLabels;
import io.graphember.ingest.Split;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;

/** The labelled masters of a partition, in ascending order of vid. Travels between nodes. */
final class PartitionLabels {
  final int partition;
  final long[] vids;
  final int[] labels;
  final byte[] splits;
  final int splitWithoutLabel;

  private PartitionLabels(
      int partition, long[] vids, int[] labels, byte[] splits, int splitWithoutLabel) {
    this.partition = partition;
    this.vids = vids;
    this.labels = labels;
    this.splits = splits;
    this.splitWithoutLabel = splitWithoutLabel;
  }

  /** The labelled masters of one vertex type. */
  static PartitionLabels of(GraphPartition partition, int vertexType) {
    VertexLabels all = partition.labels();
    LongArray vids = new LongArray(1024);
    IntArray labels = new IntArray(1024);
    byte[] splits = new byte[all.labels().length];
    int unlabeled = 0;
    final PartitionTypes types = partition.topology().types();
    for (int local = types.start(vertexType); local < types.start(vertexType + 1); local++) {
      if (all.labels()[local] >= 0) {
        splits[vids.size] = all.splits()[local];
        vids.add(Vid.of(partition.number(), local));
        labels.add(all.labels()[local]);
      } else if (all.splits()[local] != Split.NONE) {
        unlabeled++;
      }
    }
    return new PartitionLabels(
        partition.number(), vids.toArray(), labels.toArray(), splits, unlabeled);
  }
}
