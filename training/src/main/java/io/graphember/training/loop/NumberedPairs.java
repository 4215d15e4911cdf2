// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.memory.DirectBuffer;
import io.graphember.memory.IntArray;
import io.graphember.memory.LongArray;
import io.graphember.memory.LongIndex;
import io.graphember.spi.backend.SeedPairs;
import java.util.Arrays;

/** Pairs of vertices by the numbers of their ends among the distinct ones. Used by one thread. */
final class NumberedPairs {
  private final DirectBuffer headBuffer = new DirectBuffer();
  private final DirectBuffer tailBuffer = new DirectBuffer();
  private final DirectBuffer relationBuffer = new DirectBuffer();
  private final IntArray heads = new IntArray(1024);
  private final IntArray tails = new IntArray(1024);
  private final IntArray relations = new IntArray(1024);
  private LongIndex index = new LongIndex(0);
  private LongArray distinct = new LongArray(0);

  /**
   * Forgets all pairs.
   *
   * @param ends about how many distinct ends will come
   */
  void clear(int ends) {
    index = new LongIndex(ends);
    distinct = new LongArray(ends);
    heads.size = 0;
    tails.size = 0;
    relations.size = 0;
  }

  /** Appends a pair of an edge type. */
  void add(long head, long tail, int relation) {
    heads.add(number(head));
    tails.add(number(tail));
    relations.add(relation);
  }

  /** Leaves out all pairs but some consecutive ones; their ends are numbered anew. */
  void keep(int first, int count) {
    final long[] ends = ends();
    final int[] head = Arrays.copyOfRange(heads.values, first, first + count);
    final int[] tail = Arrays.copyOfRange(tails.values, first, first + count);
    final int[] relation = Arrays.copyOfRange(relations.values, first, first + count);
    clear(2 * count);
    for (int i = 0; i < count; i++) {
      add(ends[head[i]], ends[tail[i]], relation[i]);
    }
  }

  private int number(long vid) {
    final int number = index.add(vid);
    if (number == distinct.size) {
      distinct.add(vid);
    }
    return number;
  }

  /** The distinct ends, by number. */
  long[] ends() {
    return distinct.toArray();
  }

  int size() {
    return heads.size;
  }

  /** The pairs as an engine reads them; buffers are used again. */
  SeedPairs seedPairs() {
    final int count = heads.size;
    headBuffer.ofFloats(count).asIntBuffer().put(heads.values, 0, count);
    tailBuffer.ofFloats(count).asIntBuffer().put(tails.values, 0, count);
    relationBuffer.ofFloats(count).asIntBuffer().put(relations.values, 0, count);
    return new SeedPairs(
        count,
        headBuffer.ofFloats(count),
        tailBuffer.ofFloats(count),
        relationBuffer.ofFloats(count));
  }
}
