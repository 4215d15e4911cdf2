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
  void aStepIsMadeHoweverLittleTimeThereIs() {
    pace.made(1, 100 * SECOND);
    assertThat(pace.steps(60 * SECOND)).isOne();
    assertThat(pace.steps(-SECOND)).isOne();
  }

  /** Steps of a millisecond, the first sixteen of which take ten times as long. */
  @Test
  void theEndIsReachedInFewStretches() {
    long nanos = 60 * SECOND;
    int stretches = 0;
    while (nanos > 0) {
      final long steps = pace.steps(nanos);
      final long took = steps * (stretches == 0 ? 10_000_000 : 1_000_000);
      pace.made(steps, took);
      nanos -= took;
      stretches++;
    }
    assertThat(stretches).isEqualTo(3);
  }
}
