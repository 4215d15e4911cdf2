// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.schema.Split;

/**
 * Counts masters of one type by what a job may learn of them, and measures their keys: who writes
 * results by key must know how long they are. Used by one thread.
 */
final class MasterMeter {
  private final long[] splits = new long[Split.values().length];
  private long count;
  private long labels;
  private long keyBytes;
  private long endBytes;
  private int longest;

  /**
   * Counts a master.
   *
   * @param label its class, -1 for none
   * @param split code of its split
   * @param bytes bytes of its key
   * @param degree edges of its vertex
   */
  void add(int label, byte split, int bytes, long degree) {
    count++;
    labels += label >= 0 ? 1 : 0;
    if (split != Split.NONE) {
      splits[Split.of(split).ordinal()]++;
    }
    keyBytes += bytes;
    endBytes += bytes * degree;
    longest = Math.max(longest, bytes);
  }

  PartitionSummary.Masters summary() {
    return new PartitionSummary.Masters(
        count,
        labels,
        splits[Split.TRAIN.ordinal()],
        splits[Split.VALID.ordinal()],
        splits[Split.TEST.ordinal()],
        keyBytes,
        endBytes,
        longest);
  }
}
