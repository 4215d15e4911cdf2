// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.key;

import io.graphember.memory.array.LongColumn;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.CounterRandom;
import java.util.function.LongConsumer;

/** UUIDs, 16 bytes each. */
final class UuidKeys extends KeyDictionary {
  private final LongColumn most = new LongColumn();
  private final LongColumn least = new LongColumn();

  UuidKeys(LongConsumer beforeGrowth) {
    super(beforeGrowth);
  }

  @Override
  public int size() {
    return most.size();
  }

  @Override
  boolean same(int number, KeyColumn column, int row) {
    return most.get(number) == column.mostSignificantAt(row)
        && least.get(number) == column.leastSignificantAt(row);
  }

  @Override
  long hash(int number) {
    return CounterRandom.mix(most.get(number) + CounterRandom.mix(least.get(number)));
  }

  @Override
  void append(KeyColumn column, int row) {
    most.add(column.mostSignificantAt(row));
    least.add(column.leastSignificantAt(row));
  }

  @Override
  public void copy(int number, KeyColumn.Builder target) {
    target.add(most.get(number), least.get(number));
  }

  @Override
  public long bytes() {
    return most.bytes() + least.bytes() + slotBytes();
  }
}
