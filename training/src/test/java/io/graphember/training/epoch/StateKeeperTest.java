// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.training.job.checkpoint.CheckpointInterval;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StateKeeperTest {
  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong clock = new AtomicLong(17);
  private final AtomicInteger kept = new AtomicInteger();

  private StateKeeper keeper(String interval) {
    return new StateKeeper(
        CheckpointInterval.of(interval), state -> kept.incrementAndGet(), () -> true, clock::get);
  }

  @Test
  void timeIsCountedFromTheStateThatWasKeptLast() {
    final StateKeeper keeper = keeper("60s");
    clock.addAndGet(59 * SECOND);
    assertThat(keeper.due(0, 1)).isFalse();
    clock.addAndGet(SECOND);
    assertThat(keeper.due(1, 2)).isTrue();
    keeper.keep(null); // whatever it is
    assertThat(kept).hasValue(1);
    assertThat(keeper.due(2, 3)).isFalse();
    clock.addAndGet(60 * SECOND);
    assertThat(keeper.due(3, 4)).isTrue();
  }

  @Test
  void stepsAreCountedFromTheBeginningOfTheJob() {
    final StateKeeper keeper = keeper("4");
    clock.addAndGet(1000 * SECOND);
    assertThat(keeper.due(2, 3)).isFalse();
    assertThat(keeper.due(3, 4)).isTrue();
  }

  @Test
  void whereverStatesAreKeptTheTrainingMayMove() {
    assertThat(keeper("0").moves()).isTrue();
    assertThat(StateKeeper.NONE.moves()).isFalse();
    assertThat(StateKeeper.NONE.due(0, 1_000_000)).isFalse();
  }
}
