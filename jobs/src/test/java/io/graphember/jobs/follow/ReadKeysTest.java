// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.memory.MemoryBudget;
import io.graphember.spi.CounterRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which rows are in a graph. */
class ReadKeysTest {
  private static final int ROWS = 700_000;

  private final MemoryBudget budget = new MemoryBudget(64 << 20);
  private final ReadKeys keys = new ReadKeys(budget.take(0, "keys"));

  private static long[] hashes(long from, long to) {
    return LongStream.range(from, to).map(CounterRandom::mix).toArray();
  }

  @Test
  void rowsThatWereReadAreKnown() {
    assertThat(keys.known()).isFalse();
    keys.begin();
    keys.begin("links", false);
    for (int from = 0; from < ROWS; from += 10_000) {
      keys.add("links", hashes(from, from + 10_000));
      assertThat(keys.has("links", CounterRandom.mix(from / 2))).isTrue();
    }
    assertThat(keys.known()).isTrue();
    assertThat(LongStream.range(0, ROWS).filter(row -> !keys.has("links", CounterRandom.mix(row))))
        .isEmpty();
    assertThat(
            LongStream.range(ROWS, 2 * ROWS)
                .filter(row -> keys.has("links", CounterRandom.mix(row))))
        .isEmpty();
    assertThat(keys.has("others", CounterRandom.mix(1))).isFalse();
    assertThat(budget.takenBytes()).isBetween(8L * ROWS, 8L * ROWS + (4 << 20));
    keys.begin("links", false); // once more
    keys.add("links", hashes(5, 6));
    assertThat(keys.has("links", CounterRandom.mix(5))).isTrue();
    assertThat(keys.has("links", CounterRandom.mix(6))).isFalse();
    keys.close();
    assertThat(budget.takenBytes()).isZero();
  }

  @Test
  void withoutMemoryNothingIsKnown() {
    keys.begin();
    keys.begin("links", false);
    budget.take(60 << 20, "others");
    keys.add("links", hashes(0, ROWS));
    assertThat(keys.known()).isFalse();
    assertThat(budget.takenBytes()).isEqualTo(60 << 20);
    keys.begin(); // the next reading, which has few rows
    keys.begin("links", false);
    keys.add("links", hashes(0, 5));
    assertThat(keys.known()).isTrue();
  }

  @Test
  void ofACacheThatTwoTablesHaveNothingIsKnown() {
    keys.begin();
    keys.begin("links", true);
    assertThat(keys.known()).isFalse();
  }
}
