// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RedeliveryTest {
  private final AtomicInteger sent = new AtomicInteger();

  /** Fails so many times, then arrives. */
  private CompletableFuture<Boolean> send(int failures) {
    return sent.incrementAndGet() <= failures
        ? CompletableFuture.failedFuture(new IllegalStateException("on its way"))
        : CompletableFuture.completedFuture(true);
  }

  @Test
  void whatDoesNotArriveIsSentAgain() {
    CompletableFuture<Boolean> arrived =
        new Redelivery(() -> send(3), failure -> true).deliver().orTimeout(30, TimeUnit.SECONDS);
    assertThat(arrived.join()).isTrue();
    assertThat(sent).hasValue(4);
  }

  @Test
  void whatIsRefusedIsNot() {
    CompletableFuture<Boolean> refused = new Redelivery(() -> send(9), failure -> false).deliver();
    assertThatThrownBy(refused::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseMessage("on its way");
    assertThat(sent).hasValue(1);
  }

  @Test
  void atLastItIsGivenUp() {
    CompletableFuture<Boolean> failed =
        new Redelivery(() -> send(100), failure -> true).deliver().orTimeout(60, TimeUnit.SECONDS);
    assertThatThrownBy(failed::join).hasRootCauseMessage("on its way");
    assertThat(sent).hasValue(8);
  }
}
