// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.jobs.entry.SharedCalls.Share;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedCallsTest {
  private final AtomicInteger calls = new AtomicInteger();
  private final Deque<Runnable> background = new ArrayDeque<>();

  private SharedCalls<Integer> failingOnce() {
    return new SharedCalls<>(
        callers -> {
          if (calls.incrementAndGet() == 1) {
            throw new IllegalStateException("inactive");
          }
          return callers;
        });
  }

  @Test
  void whoAsksBeforeItRunsSharesIt() {
    SharedCalls<Integer> shared = new SharedCalls<>(callers -> calls.incrementAndGet());
    CompletableFuture<Share<Integer>> first = shared.callSoon(background::add);
    CompletableFuture<Share<Integer>> second = shared.callSoon(background::add);
    assertThat(background).hasSize(1);
    assertThat(first).isNotDone();
    background.remove().run();
    assertThat(first).isCompletedWithValue(new Share<>(1, 0, 2));
    assertThat(second).isCompletedWithValue(new Share<>(1, 1, 2));
    assertThat(shared.call()).isEqualTo(new Share<>(2, 0, 1));
  }

  @Test
  void whoAsksWhileItRunsSharesTheNext() {
    CompletableFuture<?>[] late = new CompletableFuture<?>[1];
    SharedCalls<?>[] shared = new SharedCalls<?>[1];
    shared[0] =
        new SharedCalls<>(
            callers -> {
              if (calls.incrementAndGet() == 1) {
                late[0] = shared[0].callSoon(background::add);
              }
              return callers;
            });
    shared[0].call();
    assertThat(late[0]).isNotDone();
    background.remove().run();
    assertThat(late[0]).isCompleted();
    assertThat(calls).hasValue(2);
  }

  @Test
  void aFailureIsToldToAllAndTheNextRuns() {
    SharedCalls<Integer> shared = failingOnce();
    CompletableFuture<Share<Integer>> soon = shared.callSoon(background::add);
    CompletableFuture<Share<Integer>> another = shared.callSoon(background::add);
    background.remove().run();
    assertThat(soon).isCompletedExceptionally();
    assertThat(another).isCompletedExceptionally();
    assertThat(shared.call().callers()).isOne();
  }

  @Test
  void withoutAThreadItFailsAndTheNextRuns() {
    SharedCalls<Integer> shared = new SharedCalls<>(callers -> calls.incrementAndGet());
    assertThat(
            shared.callSoon(
                task -> {
                  throw new RejectedExecutionException("busy");
                }))
        .isCompletedExceptionally();
    assertThat(shared.call().result()).isOne();
  }

  @Test
  void whoWaitsHearsOfTheFailure() {
    assertThatThrownBy(failingOnce()::call)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("inactive");
  }
}
