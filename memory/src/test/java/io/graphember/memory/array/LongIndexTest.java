// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LongIndexTest {
  @Property(tries = 200, seed = "11")
  void numbersValuesInOrderOfAppearance(
      @ForAll @Size(max = 400) List<@LongRange(min = -40, max = 40) Long> values,
      @ForAll @IntRange(max = 20) int expected) {
    checkAgainstMap(new LongIndex(expected), values);
  }

  @Property(tries = 100, seed = "12")
  void numbersAnyValues(@ForAll List<Long> values) {
    LongIndex index = new LongIndex(0);
    checkAgainstMap(index, values);
    index.clear();
    assertThat(index.size()).isZero();
    checkAgainstMap(index, values);
  }

  private static void checkAgainstMap(LongIndex index, List<Long> values) {
    Map<Long, Integer> expected = new HashMap<>();
    for (long value : values) {
      assertThat(index.find(value)).isEqualTo(expected.getOrDefault(value, LongIndex.ABSENT));
      expected.putIfAbsent(value, expected.size());
      assertThat(index.add(value)).isEqualTo(expected.get(value));
      assertThat(index.size()).isEqualTo(expected.size());
    }
    expected.forEach((value, number) -> assertThat(index.find(value)).isEqualTo(number));
  }

  @Test
  void staysWithinItsEstimate() {
    assertThat(LongIndex.estimateBytes(0)).isEqualTo(12 * 4 * 16);
    assertThat(LongIndex.estimateBytes(1 << 20)).isEqualTo(48L << 20);
  }

  @Test
  void tooManyExpectedValuesAreRefused() {
    assertThatThrownBy(() -> new LongIndex(LongIndex.MAX_SIZE + 1))
        .hasMessage("536870913 values, an index holds up to 536870912");
  }
}
