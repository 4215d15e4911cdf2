// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.partition.write.PartitionSummary;

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

  /**
   * Takes what a partition has.
   *
   * @param targets true if the masters have targets
   */
  void set(int partition, PartitionSummary.Masters masters, boolean targets) {
    labelled[partition] = targets ? masters.count() : masters.labels();
    train[partition] = masters.train();
    valid[partition] = masters.valid();
    test[partition] = masters.test();
  }
}
