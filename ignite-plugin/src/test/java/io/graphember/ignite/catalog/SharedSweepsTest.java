// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedSweepsTest {
  private final AtomicInteger swept = new AtomicInteger();
  private final Deque<Runnable> background = new ArrayDeque<>();

  @Test
  void whoAsksBeforeItRunsSharesIt() {
    SharedSweeps sweeps = new SharedSweeps(swept::incrementAndGet, background::add);
    CompletableFuture<Void> first = sweeps.sweepSoon();
    CompletableFuture<Void> second = sweeps.sweepSoon();
    assertThat(background).hasSize(1);
    assertThat(first).isNotDone();
    background.remove().run();
    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(swept).hasValue(1);
    sweeps.sweep();
    assertThat(swept).hasValue(2);
  }

  @Test
  void whoAsksWhileItRunsGetsAnother() {
    CompletableFuture<?>[] late = new CompletableFuture<?>[1];
    SharedSweeps[] sweeps = new SharedSweeps[1];
    sweeps[0] =
        new SharedSweeps(
            () -> {
              if (swept.incrementAndGet() == 1) {
                late[0] = sweeps[0].sweepSoon();
              }
            },
            background::add);
    sweeps[0].sweep();
    assertThat(late[0]).isNotDone();
    background.remove().run();
    assertThat(late[0]).isCompleted();
    assertThat(swept).hasValue(2);
  }

  @Test
  void aSweepThatFailsIsToldToAllAndTheNextRuns() {
    SharedSweeps sweeps =
        new SharedSweeps(
            () -> {
              if (swept.incrementAndGet() == 1) {
                throw new IllegalStateException("inactive");
              }
            },
            background::add);
    CompletableFuture<Void> soon = sweeps.sweepSoon();
    background.remove().run();
    assertThat(soon).isCompletedExceptionally();
    sweeps.sweep();
    assertThat(swept).hasValue(2);
  }

  @Test
  void withoutAThreadItFailsAndTheNextRuns() {
    SharedSweeps sweeps =
        new SharedSweeps(
            swept::incrementAndGet,
            task -> {
              throw new RejectedExecutionException("busy");
            });
    assertThat(sweeps.sweepSoon()).isCompletedExceptionally();
    sweeps.sweep();
    assertThat(swept).hasValue(1);
  }

  @Test
  void whoWaitsHearsOfTheFailure() {
    SharedSweeps sweeps =
        new SharedSweeps(
            () -> {
              throw new IllegalStateException("inactive");
            },
            background::add);
    assertThatThrownBy(sweeps::sweep)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("inactive");
  }
}
