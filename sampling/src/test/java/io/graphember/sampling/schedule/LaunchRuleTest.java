// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LaunchRuleTest {
  private static LaunchRule.State state(
      int ahead, double gap, double sample, double train, double load) {
    return new LaunchRule.State(ahead, false, gap, sample, train, load);
  }

  /** At balance 1 with half of the processors busy the gap is one training step. */
  @Test
  void sigmaIsTheScoreOfOneTrainingStep() {
    assertThat(LaunchRule.SCORE.launches(state(1, 0.0999, 0.1, 0.1, 0.5))).isFalse();
    assertThat(LaunchRule.SCORE.launches(state(1, 0.1001, 0.1, 0.1, 0.5))).isTrue();
    assertThat(LaunchRule.SCORE.launches(state(2, 0.1999, 0.1, 0.1, 0.5))).isFalse();
    assertThat(LaunchRule.SCORE.launches(state(2, 0.2001, 0.1, 0.1, 0.5))).isTrue();
    assertThat(LaunchRule.SCORE.launches(state(2, 0.1001, 0.2, 0.1, 0.5))).isTrue();
  }

  /** f(0) = 100, f(50) = 101 - sqrt(101), f(100) = 0. */
  @Test
  void busyProcessorsPutLaunchesOff() {
    final double idle = 100 / (101 - Math.sqrt(101));
    assertThat(LaunchRule.SCORE.launches(state(1, 0.099 / idle, 0.1, 0.1, 0))).isFalse();
    assertThat(LaunchRule.SCORE.launches(state(1, 0.101 / idle, 0.1, 0.1, 0))).isTrue();
    assertThat(LaunchRule.SCORE.launches(state(1, 1e9, 0.1, 0.1, 1))).isFalse();
  }

  @Test
  void nothingAheadMeansLaunch() {
    assertThat(LaunchRule.SCORE.launches(state(0, 0, 0.1, 0.1, 1))).isTrue();
  }

  @Test
  void twoAreAheadWhileTheTimesAreUnknown() {
    assertThat(LaunchRule.SCORE.launches(state(1, 0, 0, 0, 1))).isTrue();
    assertThat(LaunchRule.SCORE.launches(state(1, 0, 0.1, 0, 1))).isTrue();
    assertThat(LaunchRule.SCORE.launches(state(2, 1e9, 0, 0.1, 0))).isFalse();
  }

  @Test
  void baselines() {
    assertThat(LaunchRule.FILL.launches(state(63, 0, 1, 1, 1))).isTrue();
    assertThat(LaunchRule.SEQUENTIAL.launches(state(0, 1, 1, 1, 0))).isFalse();
    assertThat(LaunchRule.SEQUENTIAL.launches(new LaunchRule.State(0, true, 0, 1, 1, 1))).isTrue();
    assertThat(LaunchRule.SEQUENTIAL.launches(new LaunchRule.State(1, true, 1, 1, 1, 0))).isFalse();
  }
}
