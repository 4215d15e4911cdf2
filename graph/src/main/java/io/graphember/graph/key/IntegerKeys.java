// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.key;

import io.graphember.memory.array.LongColumn;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.CounterRandom;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Integer keys. As long as they come as 0, 1, 2, ..., which is how most formats of the field number
 * vertices, a key is its number and nothing is stored. Keys that come in another order but lie so
 * close together that the slots would take no less memory are addressed directly; all others have
 * slots.
 */
final class IntegerKeys extends KeyDictionary {
  private final LongColumn keys = new LongColumn();
  private boolean counting = true;
  private int counted;
  private @Nullable KeyRange range; // null while keys are counted or have slots
  private long least = Long.MAX_VALUE; // of the keys that are stored
  private long greatest = Long.MIN_VALUE;

  IntegerKeys(LongConsumer beforeGrowth) {
    super(beforeGrowth);
  }

  @Override
  public int size() {
    return counting ? counted : keys.size();
  }

  @Override
  void find(KeyColumn column, int first, int end, int[] numbers) {
    if (counting) {
      for (int row = first; row < end; row++) {
        long key = column.longAt(row);
        numbers[row] = key >= 0 && key < counted ? (int) key : ABSENT;
      }
    } else if (range != null) {
      findInRange(range, column, first, end, numbers);
    } else {
      super.find(column, first, end, numbers);
    }
  }

  private static void findInRange(
      KeyRange range, KeyColumn column, int first, int end, int[] numbers) {
    for (int row = first; row < end; row++) {
      numbers[row] = range.get(column.longAt(row));
    }
  }

  @Override
  void add(KeyColumn column, int first, int end, int[] numbers) {
    if (counting) {
      if (count(column, first, end, numbers)) {
        return;
      }
      stopCounting();
    }
    if (range == null ? crowded(end - first) : !range.fits(column, first, end)) {
      address(column, first, end);
    }
    if (range == null) {
      super.add(column, first, end, numbers);
    } else {
      addToRange(range, column, first, end, numbers);
    }
  }

  private void addToRange(KeyRange range, KeyColumn column, int first, int end, int[] numbers) {
    for (int row = first; row < end; row++) {
      long key = column.longAt(row);
      int number = range.get(key);
      if (number == ABSENT) {
        requireRoom();
        append(column, row);
        number = keys.size() - 1;
        range.put(key, number);
      }
      numbers[row] = number;
    }
  }

  /** Numbers the keys, or says that one of them ends the counting. */
  private boolean count(KeyColumn column, int first, int end, int[] numbers) {
    for (int row = first; row < end; row++) {
      long key = column.longAt(row);
      if (key < 0 || key > counted) {
        return false;
      }
      if (key == counted) {
        requireRoom();
        counted++;
      }
      numbers[row] = (int) key;
    }
    return true;
  }

  /** The counted keys get a range; what comes next decides whether it stays. */
  private void stopCounting() {
    int size = slotsFor(counted);
    growBy(8L * counted + KeyRange.bytes(size));
    for (int key = 0; key < counted; key++) {
      store(key);
    }
    range = rangeOf(0, size);
    counting = false;
  }

  /** True if slots for so many more keys must be allocated anew. */
  private boolean crowded(int more) {
    return slotBytes() < 4L * slotsFor(size() + more);
  }

  /**
   * Finds a new way to the keys, with room for those of rows {@code first .. end - 1}: a range if
   * it is no longer than the slots would be, else slots.
   */
  private void address(KeyColumn column, int first, int end) {
    long low = least;
    long high = greatest;
    for (int row = first; row < end; row++) {
      low = Math.min(low, column.longAt(row));
      high = Math.max(high, column.longAt(row));
    }
    int size = slotsFor(size() + end - first);
    long span = high - low; // negative if it does not fit in a long
    if (span < 0 || span >= size) {
      range = null;
      resize(size);
      return;
    }
    growBy(KeyRange.bytes(size) - slotBytes());
    dropSlots();
    // What is free lies where the keys grow.
    long free = size - 1 - span;
    long before =
        low < least ? (high > greatest ? free / 2 : free) : high > greatest ? 0 : free / 2;
    range = rangeOf(low - before, size);
  }

  private KeyRange rangeOf(long first, int size) {
    KeyRange all = new KeyRange(first, size);
    for (int number = 0; number < keys.size(); number++) {
      all.put(keys.get(number), number);
    }
    return all;
  }

  private void store(long key) {
    keys.add(key);
    least = Math.min(least, key);
    greatest = Math.max(greatest, key);
  }

  @Override
  boolean same(int number, KeyColumn column, int row) {
    return keys.get(number) == column.longAt(row);
  }

  @Override
  long hash(int number) {
    return CounterRandom.mix(keys.get(number));
  }

  @Override
  void append(KeyColumn column, int row) {
    store(column.longAt(row));
  }

  @Override
  public void copy(int number, KeyColumn.Builder target) {
    target.add(counting ? number : keys.get(number));
  }

  @Override
  public long bytes() {
    return counting ? 0 : keys.bytes() + (range == null ? slotBytes() : range.bytes());
  }
}
