// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.array;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * Numbers distinct longs in the order in which they come: open addressing with linear probing, load
 * at most 1/2, 12 bytes a slot.
 *
 * <p>Used by one thread at a time.
 */
public final class LongIndex {
  /** Answer of {@link #find} for a value that was never added. */
  public static final int ABSENT = -1;

  /** Most values that an index holds. */
  public static final int MAX_SIZE = 1 << 29;

  private static final int MIN_SLOTS = 16;

  private long[] values;
  private int[] numbers; // number + 1; 0 = free
  private int size;

  /**
   * An empty index with room for {@code expected} values before it grows.
   *
   * @param expected at most {@link #MAX_SIZE}
   */
  public LongIndex(int expected) {
    int slots = slotsFor(expected);
    values = new long[slots];
    numbers = new int[slots];
  }

  /** Bytes of an index of {@code size} values right after growing, an upper bound. */
  public static long estimateBytes(long size) {
    return 12L * 4 * Math.max(MIN_SLOTS, size);
  }

  /** How many distinct values were added. */
  public int size() {
    return size;
  }

  /** The number of a value, or {@link #ABSENT}. */
  public int find(long value) {
    final long[] values = this.values;
    final int[] numbers = this.numbers;
    final int mask = numbers.length - 1;
    int slot = (int) CounterRandom.mix(value) & mask;
    while (numbers[slot] != 0) {
      if (values[slot] == value) {
        return numbers[slot] - 1;
      }
      slot = (slot + 1) & mask;
    }
    return ABSENT;
  }

  /**
   * The number of a value; a new value gets the number {@link #size()}.
   *
   * <p>A caller sees that it is new by comparing {@link #size()} before and after.
   *
   * @throws IllegalStateException if there are {@link #MAX_SIZE} already
   */
  public int add(long value) {
    if (size >= numbers.length >>> 1) {
      grow();
    }
    final long[] values = this.values;
    final int[] numbers = this.numbers;
    final int mask = numbers.length - 1;
    int slot = (int) CounterRandom.mix(value) & mask;
    while (numbers[slot] != 0) {
      if (values[slot] == value) {
        return numbers[slot] - 1;
      }
      slot = (slot + 1) & mask;
    }
    values[slot] = value;
    numbers[slot] = ++size;
    return size - 1;
  }

  /** Forgets all values, keeps the memory. */
  public void clear() {
    Arrays.fill(numbers, 0);
    size = 0;
  }

  private void grow() {
    long[] oldValues = values;
    int[] oldNumbers = numbers;
    if (size == MAX_SIZE) {
      throw new IllegalStateException("an index holds up to " + MAX_SIZE + " values");
    }
    int slots = 2 * oldNumbers.length;
    values = new long[slots];
    numbers = new int[slots];
    int mask = slots - 1;
    for (int i = 0; i < oldNumbers.length; i++) {
      if (oldNumbers[i] != 0) {
        int slot = (int) CounterRandom.mix(oldValues[i]) & mask;
        while (numbers[slot] != 0) {
          slot = (slot + 1) & mask;
        }
        values[slot] = oldValues[i];
        numbers[slot] = oldNumbers[i];
      }
    }
  }

  private static int slotsFor(int expected) {
    if (expected > MAX_SIZE) {
      throw new IllegalArgumentException(expected + " values, an index holds up to " + MAX_SIZE);
    }
    int slots = MIN_SLOTS;
    while (slots >>> 1 < expected) {
      slots <<= 1;
    }
    return slots;
  }
}
