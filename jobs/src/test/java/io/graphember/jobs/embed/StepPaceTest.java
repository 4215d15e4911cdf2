// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepPaceTest {
  private static final long SECOND = 1_000_000_000L;

  private final StepPace pace = new StepPace();

  @Test
  void asManyStepsAsFitIntoTheTime() {
    assertThat(pace.steps(60 * SECOND)).isEqualTo(16);
    pace.made(16, SECOND);
    assertThat(pace.steps(2 * SECOND)).isEqualTo(32);
  }

  @Test
  void fewStepsSayLittle() {
    pace.made(16, SECOND / 1000);
    assertThat(pace.steps(60 * SECOND)).isEqualTo(8 * 16);
  }

  @Test
  void aStepIsMadeHoweverLittleTimeThereIs() {
    pace.made(1, 100 * SECOND);
    assertThat(pace.steps(60 * SECOND)).isOne();
    assertThat(pace.steps(-SECOND)).isOne();
    pace.made(Long.MAX_VALUE, 1);
    assertThat(pace.steps(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  /** A minute of steps of a millisecond is reached in few stretches. */
  @Test
  void theEndIsReachedInFewStretches() {
    long nanos = 60 * SECOND;
    int stretches = 0;
    while (nanos > 0) {
      final long steps = pace.steps(nanos);
      pace.made(steps, steps * 1_000_000);
      nanos -= steps * 1_000_000;
      stretches++;
    }
    assertThat(stretches).isLessThan(10);
  }
}
