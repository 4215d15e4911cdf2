// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.memory.array.IntArray;

/**
 * Which partition holds what was staged of a base version: it was staged partition by partition, so
 * that the numbers of each are a range. Used by one thread at a time.
 */
public final class PartitionRanges {
  /** Stands for "it came with a piece, no partition holds it yet". */
  public static final int NONE = -1;

  private final IntArray ends = new IntArray(16);

  /** Ranges by the count of each. */
  public static PartitionRanges of(int[] counts) {
    PartitionRanges ranges = new PartitionRanges();
    int end = 0;
    for (int count : counts) {
      end += count;
      ranges.add(end);
    }
    return ranges;
  }

  /** The next partition ends before this number. */
  void add(int end) {
    ends.add(end);
  }

  /** First number of a partition. */
  private int first(int partition) {
    return partition == 0 ? 0 : ends.values[partition - 1];
  }

  /** How many numbers a partition has. */
  public int count(int partition) {
    return ends.values[partition] - first(partition);
  }

  /** How many numbers all partitions have. */
  public int total() {
    return ends.size == 0 ? 0 : ends.values[ends.size - 1];
  }

  /** The partition that holds a number, or {@link #NONE}. */
  public int partition(long number) {
    if (number >= total()) {
      return NONE;
    }
    int low = 0;
    int high = ends.size - 1;
    while (low < high) { // the first partition that ends behind the number
      int middle = (low + high) >>> 1;
      if (ends.values[middle] > number) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
