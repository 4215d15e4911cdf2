// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ValueHistogramTest {
  @Property(tries = 200)
  void everyValueIsCountedOnce(
      @ForAll @Size(min = 1, max = 200) List<@FloatRange(min = -100, max = 100) Float> list) {
    final float[] values = new float[list.size()];
    IntStream.range(0, values.length).forEach(i -> values[i] = list.get(i));
    final ValueHistogram of = ValueHistogram.of("w", values, 0, values.length);
    assertThat(of.counts().stream().mapToLong(count -> count).sum()).isEqualTo(values.length);
    assertThat(of.least()).isEqualTo(list.stream().mapToDouble(v -> v).min().orElseThrow());
    assertThat(of.largest()).isEqualTo(list.stream().mapToDouble(v -> v).max().orElseThrow());
    assertThat(of.sum()).isCloseTo(list.stream().mapToDouble(v -> v).sum(), within(1e-6));
    assertThat(of.counts().get(of.counts().size() - 1)).isPositive(); // the largest is there
    assertThat(of.counts().get(0)).isPositive();
  }

  @Test
  void whatIsNoNumberIsLeftOut() {
    final float[] values = {9, Float.NaN, 1, Float.POSITIVE_INFINITY, 3, 9};
    assertThat(ValueHistogram.of("w", values, 1, 5))
        .satisfies(
            of -> {
              assertThat(of.least()).isEqualTo(1);
              assertThat(of.largest()).isEqualTo(3);
              assertThat(of.sumOfSquares()).isEqualTo(10);
              assertThat(of.counts()).hasSize(30);
            });
    assertThat(ValueHistogram.of("w", values, 1, 2).counts()).isEmpty();
    assertThat(ValueHistogram.of("w", values, 0, 1).counts()).containsExactly(1L);
  }
}
