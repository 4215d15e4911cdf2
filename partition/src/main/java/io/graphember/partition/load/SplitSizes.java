// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.store.VertexLabels;
import io.graphember.schema.Split;

/**
 * How many vertices of one type each partition has that a job may learn of.
 *
 * @param labelled masters with a class, or all of them if they have targets
 * @param train masters to train on, by the split that came with the graph
 * @param valid masters that choose the best epoch
 * @param test masters that measure the result
 */
public record SplitSizes(long[] labelled, long[] train, long[] valid, long[] test) {
  SplitSizes(int partitions) {
    this(new long[partitions], new long[partitions], new long[partitions], new long[partitions]);
  }

  /** Counts some masters of a partition. */
  void add(int partition, VertexLabels labels, int from, int to, boolean targets) {
    for (int local = from; local < to; local++) {
      labelled[partition] += targets || labels.labels()[local] >= 0 ? 1 : 0;
      final byte split = labels.splits()[local];
      if (split != Split.NONE) {
        of(Split.of(split))[partition]++;
      }
    }
  }

  private long[] of(Split split) {
    return switch (split) {
      case TRAIN -> train;
      case VALID -> valid;
      case TEST -> test;
    };
  }
}
