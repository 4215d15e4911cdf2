// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import java.util.PriorityQueue;

/** Adds to the partition with the least so far, of several to the first. O(log P). */
final class LightestPartition {
  private final PriorityQueue<Load> loads = new PriorityQueue<>();

  private record Load(long sum, int partition) implements Comparable<Load> {
    @Override
    public int compareTo(Load other) {
      return sum == other.sum
          ? Integer.compare(partition, other.partition)
          : Long.compare(sum, other.sum);
    }
  }

  LightestPartition(int partitions) {
    for (int p = 0; p < partitions; p++) {
      loads.add(new Load(0, p));
    }
  }

  /** Adds to the lightest partition; which one that is. */
  int add(long amount) {
    final Load least = loads.remove();
    loads.add(new Load(least.sum + amount, least.partition));
    return least.partition;
  }
}
