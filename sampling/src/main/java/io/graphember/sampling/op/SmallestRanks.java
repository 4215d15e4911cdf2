// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import java.util.Arrays;

/** The k smallest of the ranks that are offered, each with a position: a heap, largest on top. */
final class SmallestRanks {
  private long[] ranks = new long[32];
  private int[] positions = new int[32];
  private int capacity;
  private int size;

  /** Forgets all, and keeps up to {@code wanted} from now on. */
  void begin(int wanted) {
    capacity = wanted;
    size = 0;
  }

  /** What a rank must be below to be kept. */
  long bound() {
    return size < capacity ? Long.MAX_VALUE : capacity == 0 ? Long.MIN_VALUE : ranks[0];
  }

  int size() {
    return size;
  }

  int position(int i) {
    return positions[i];
  }

  long rank(int i) {
    return ranks[i];
  }

  /** Keeps a rank that is below the {@link #bound}. */
  void add(long rank, int position) {
    if (size < capacity) {
      if (size == ranks.length) {
        ranks = Arrays.copyOf(ranks, 2 * size);
        positions = Arrays.copyOf(positions, 2 * size);
      }
      rise(size++, rank, position);
    } else {
      sink(rank, position);
    }
  }

  private void rise(int from, long rank, int position) {
    int at = from;
    while (at > 0 && ranks[(at - 1) >>> 1] < rank) {
      final int parent = (at - 1) >>> 1;
      ranks[at] = ranks[parent];
      positions[at] = positions[parent];
      at = parent;
    }
    ranks[at] = rank;
    positions[at] = position;
  }

  private void sink(long rank, int position) {
    final long[] ranks = this.ranks;
    final int size = this.size;
    int at = 0;
    int child = 1;
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
