// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeLeftTest {
  private static final long SECOND = 1_000_000_000;

  private long now = 17;
  private final TimeLeft left = new TimeLeft(100, () -> now);

  @Test
  void goesByThePaceSoFar() {
    now += SECOND;
    assertThat(left.with(1, "loss 1")).as("too early").isEqualTo("loss 1");
    now += 2 * SECOND;
    assertThat(left.with(3, "loss 1")).isEqualTo("loss 1, 2 min left");
    now += 7 * SECOND;
    assertThat(left.with(20, "")).isEqualTo("40 s left");
    assertThat(left.with(80, "loss 1")).as("2.5 s").isEqualTo("loss 1");
    assertThat(left.with(100, "loss 1")).isEqualTo("loss 1");
  }

  /** Whoever follows a job hears at once of all epochs that are done. */
  @Test
  void whatWasDoneBeforeDoesNotCount() {
    for (int epoch = 1; epoch <= 50; epoch++) {
      now += SECOND / 1000;
      assertThat(left.with(epoch, "")).isEmpty();
    }
    now += 4 * SECOND;
    assertThat(left.with(51, "")).isEqualTo("3 min left");
  }

  @Test
  void manyHoursAreHours() {
    now += 1000 * SECOND;
    assertThat(left.with(1, "")).isEqualTo("27.5 h left");
  }
}
