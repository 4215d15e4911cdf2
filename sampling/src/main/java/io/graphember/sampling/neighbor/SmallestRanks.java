// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import java.util.Arrays;

/**
 * The k smallest of the ranks that are offered, each with a position: in any order until there are
 * k of them and someone asks for the largest, then a heap with the largest on top.
 */
final class SmallestRanks {
  private long[] ranks = new long[32];
  private int[] positions = new int[32];
  private int capacity;
  private int size;
  private boolean heap;

  /** Forgets all, and keeps up to {@code wanted} from now on. */
  void begin(int wanted) {
    capacity = wanted;
    size = 0;
    heap = false;
  }

  /** True if none was kept. */
  boolean isEmpty() {
    return size == 0;
  }

  /** True if there are as many as are kept. */
  boolean full() {
    return size >= capacity;
  }

  /** What a rank must be below to be kept. */
  long bound() {
    if (size < capacity) {
      return Long.MAX_VALUE;
    }
    if (capacity == 0) {
      return Long.MIN_VALUE;
    }
    if (!heap) {
      for (int at = (size >>> 1) - 1; at >= 0; at--) {
        sink(at, ranks[at], positions[at]);
      }
      heap = true;
    }
    return ranks[0];
  }

  /** Appends what was kept. */
  void appendTo(IntArray allPositions, LongArray allRanks) {
    allPositions.addAll(positions, 0, size);
    allRanks.addAll(ranks, 0, size);
  }

  /** Keeps a rank that is below the {@link #bound}, which was asked for after the last one. */
  void add(long rank, int position) {
    if (size < capacity) {
      if (size == ranks.length) {
        ranks = Arrays.copyOf(ranks, 2 * size);
        positions = Arrays.copyOf(positions, 2 * size);
      }
      ranks[size] = rank;
      positions[size++] = position;
    } else {
      sink(0, rank, position);
    }
  }

  private void sink(int from, long rank, int position) {
    final long[] ranks = this.ranks;
    final int size = this.size;
    int at = from;
    int child = 2 * from + 1;
    while (child < size) {
      if (child + 1 < size && ranks[child + 1] > ranks[child]) {
        child++;
      }
      if (ranks[child] <= rank) {
        break;
      }
      ranks[at] = ranks[child];
      positions[at] = positions[child];
      at = child;
      child = 2 * at + 1;
    }
    ranks[at] = rank;
    positions[at] = position;
  }
}
