// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.memory.DirectBuffer;
import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.memory.array.LongIndex;
import io.graphember.spi.backend.SeedPairs;
import java.util.Arrays;

/**
 * Pairs of vertices by the numbers of their ends among the distinct ones. If pairs have times, ends
 * of several pairs are distinct though they are one vertex, but for the heads of pairs that follow
 * one another with one head and one time: an edge and its negatives. Used by one thread.
 */
final class NumberedPairs {
  private final DirectBuffer headBuffer = new DirectBuffer();
  private final DirectBuffer tailBuffer = new DirectBuffer();
  private final DirectBuffer relationBuffer = new DirectBuffer();
  private final IntArray heads = new IntArray(1024);
  private final IntArray tails = new IntArray(1024);
  private final IntArray relations = new IntArray(1024);
  private LongIndex index = new LongIndex(0);
  private LongArray distinct = new LongArray(0);
  private final LongArray times = new LongArray(1024); // of each end; none without times

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
    times.size = 0;
  }

  /** Appends a pair of an edge type. */
  void add(long head, long tail, int relation) {
    heads.add(number(head));
    tails.add(number(tail));
    relations.add(relation);
  }

  /** Appends a pair of an edge type and a time; all pairs of a batch have times, or none. */
  void add(long head, long tail, int relation, long time) {
    final int before = heads.size == 0 ? -1 : heads.values[heads.size - 1];
    final boolean again =
        before >= 0 && distinct.values[before] == head && times.values[before] == time;
    heads.add(again ? before : append(head, time));
    tails.add(append(tail, time));
    relations.add(relation);
  }

  private int append(long vid, long time) {
    distinct.add(vid);
    times.add(time);
    return distinct.size - 1;
  }

  /** Leaves out all pairs but some consecutive ones; their ends are numbered anew. */
  void keep(int first, int count) {
    final long[] ends = ends();
    final long[] endTimes = times();
    final int[] head = Arrays.copyOfRange(heads.values, first, first + count);
    final int[] tail = Arrays.copyOfRange(tails.values, first, first + count);
    final int[] relation = Arrays.copyOfRange(relations.values, first, first + count);
    clear(2 * count);
    for (int i = 0; i < count; i++) {
      if (endTimes.length == 0) {
        add(ends[head[i]], ends[tail[i]], relation[i]);
      } else {
        add(ends[head[i]], ends[tail[i]], relation[i], endTimes[head[i]]);
      }
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

  /** Time of each of these ends; empty if pairs have none. */
  long[] times() {
    return times.toArray();
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
