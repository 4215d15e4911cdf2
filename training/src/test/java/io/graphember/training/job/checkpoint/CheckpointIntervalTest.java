// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointIntervalTest {
  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "7, 7, 0", "60s, 0, 60", "60 s, 0, 60", "5min, 0, 300"})
  void stepsAndTimesAreRead(String setting, long steps, long seconds) {
    assertThat(setting).matches(CheckpointInterval.PATTERN);
    assertThat(CheckpointInterval.of(setting))
        .isEqualTo(new CheckpointInterval(steps, Duration.ofSeconds(seconds)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "0s", "0min", "1h", "s", "1.5s", "1000000s", "7 steps"})
  void anythingElseIsRefused(String setting) {
    assertThat(setting).doesNotMatch(CheckpointInterval.PATTERN);
    assertThatThrownBy(() -> CheckpointInterval.of(setting))
        .hasMessage("'%s' is not %s", setting, CheckpointInterval.RULE);
  }

  @Test
  void everySoManySteps() {
    final CheckpointInterval interval = CheckpointInterval.ofSteps(7);
    assertThat(interval.due(6, 7, 0)).isTrue();
    assertThat(interval.due(5, 9, 0)).as("passed over").isTrue();
    assertThat(interval.due(7, 13, 1000 * SECOND)).isFalse();
    assertThat(interval.next(0)).isEqualTo(7);
    assertThat(interval.next(7)).isEqualTo(14);
    assertThat(interval.most(21)).isEqualTo(3);
    assertThat(interval.within(7)).as("none before the last step").isFalse();
    assertThat(interval.within(8)).isTrue();
  }

  @Test
  void everySoManySeconds() {
    final CheckpointInterval interval = CheckpointInterval.of("60s");
    assertThat(interval.due(0, 1_000_000, 60 * SECOND - 1)).isFalse();
    assertThat(interval.due(0, 1, 60 * SECOND)).isTrue();
    assertThat(interval.next(7)).isEqualTo(Long.MAX_VALUE);
    assertThat(interval.most(21)).isEqualTo(21);
    assertThat(interval.within(1)).isFalse();
    assertThat(interval.within(2)).isTrue();
  }

  @Test
  void never() {
    final CheckpointInterval interval = CheckpointInterval.of("0");
    assertThat(interval.never()).isTrue();
    assertThat(interval.due(0, 1_000_000, Long.MAX_VALUE)).isFalse();
    assertThat(interval.within(1_000_000)).isFalse();
  }
}
