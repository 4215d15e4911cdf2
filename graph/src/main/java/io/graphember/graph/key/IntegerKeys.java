// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.key;

import io.graphember.ingest.KeyColumn;
import io.graphember.memory.LongColumn;
import io.graphember.spi.CounterRandom;
import java.util.function.LongConsumer;

/**
 * Integer keys. As long as they come as 0, 1, 2, ..., which is how most formats of the field number
 * vertices, a key is its number and there are no slots.
 */
final class IntegerKeys extends KeyDictionary {
  private final LongColumn keys = new LongColumn();
  private boolean counting = true;
  private int counted;

  IntegerKeys(LongConsumer beforeGrowth) {
    super(beforeGrowth);
  }

  @Override
  public int size() {
    return counting ? counted : keys.size();
  }

  @Override
  public void find(KeyColumn column, int[] numbers) {
    if (!counting) {
      super.find(column, numbers);
      return;
    }
    for (int row = 0; row < column.size(); row++) {
      long key = column.longAt(row);
      numbers[row] = key >= 0 && key < counted ? (int) key : ABSENT;
    }
  }

  @Override
  public void add(KeyColumn column, int[] numbers) {
    if (counting && !count(column, numbers)) {
      stopCounting();
    }
    if (!counting) {
      super.add(column, numbers);
    }
  }

  /** Numbers the keys, or says that one of them ends the counting. */
  private boolean count(KeyColumn column, int[] numbers) {
    for (int row = 0; row < column.size(); row++) {
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

  private void stopCounting() {
    int slots = LEAST_SLOTS;
    while (3L * (counted + 1) > 2L * slots) {
      slots <<= 1;
    }
    growBy(8L * counted + 4L * slots);
    for (int key = 0; key < counted; key++) {
      keys.add(key);
    }
    counting = false;
    resize(slots);
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
    keys.add(column.longAt(row));
  }

  @Override
  public void copy(int number, KeyColumn.Builder target) {
    target.add(counting ? number : keys.get(number));
  }

  @Override
  public long bytes() {
    return counting ? 0 : keys.bytes() + slotBytes();
  }
}
