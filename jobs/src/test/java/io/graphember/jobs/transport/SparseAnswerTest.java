// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.sampling.SamplingError;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.CsrRows;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What comes from another node is not believed. */
class SparseAnswerTest {
  private static final float[] DENSE = {0, 2, 0, 0, 0, 0, 3, 0, -4};
  private final int[] good = SparseAnswer.of(CsrRows.of(DENSE, 0, 3, 3));

  @Test
  void rowsComeBack() {
    assertThat(good).hasSize(3 + 2 * 3);
    assertThat(SparseAnswer.rows(good, 3, 3).dense()).isEqualTo(DENSE);
    assertThat(SparseAnswer.rows(new int[0], 0, 3).rows()).isZero();
  }

  @Test
  void whatIsWrongIsRefused() {
    refused(new int[0], "it has 0 numbers for 3 rows");
    refused(Arrays.copyOf(good, 8), "it has 8 numbers for 3 rows");
    refused(changed(0, -1), "row 0 has -1 entries");
    refused(changed(1, Integer.MAX_VALUE), "row 1 has 2147483647 entries");
    refused(changed(3, 3), "its rows name column 3 after -1 in row 0");
    refused(changed(5, 0), "its rows name column 0 after 0 in row 2");
  }

  @Test
  void noNumberDoesHarm() {
    for (int i = 0; i < 20_000; i++) {
      int[] answer = Arrays.copyOf(good, CounterRandom.bounded(CounterRandom.bits(1, i), 12));
      for (int change = 0; change < 2 && answer.length > 0; change++) {
        final long bits = CounterRandom.bits(2 + change, i);
        answer[CounterRandom.bounded(bits, answer.length)] = (int) bits >> (i & 31);
      }
      try {
        assertThat(SparseAnswer.rows(answer, 3, 3).fault()).isEmpty();
      } catch (GraphemberException e) {
        assertThat(e.is(SamplingError.REPLY_MISMATCH)).isTrue();
      }
    }
  }

  private int[] changed(int at, int value) {
    int[] wrong = good.clone();
    wrong[at] = value;
    return wrong;
  }

  private static void refused(int[] answer, String why) {
    assertThatThrownBy(() -> SparseAnswer.rows(answer, 3, 3))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SamplingError.REPLY_MISMATCH)).isTrue())
        .hasMessageStartingWith("A node answered with rows that do not fit: " + why);
  }
}
