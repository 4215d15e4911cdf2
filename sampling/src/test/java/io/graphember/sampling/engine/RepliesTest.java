// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.neighbor.NeighborSampler;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class RepliesTest {
  private final Replies replies = new Replies(Cancellation.NEVER, 150);

  private static void refused(ErrorCode code, String message, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(code)).as(e.code()).isTrue())
        .hasMessage(message);
  }

  @Test
  void aReplyThatIsThereIsGiven() {
    assertThat(replies.await(CompletableFuture.completedFuture(5), "the answer")).isEqualTo(5);
  }

  @Test
  void aReplyThatComesIsGiven() {
    ForkJoinPool pool = new ForkJoinPool(1);
    try {
      CompletableFuture<String> reply = new CompletableFuture<>();
      pool.execute(() -> reply.completeOnTimeout("late", 60, TimeUnit.MILLISECONDS));
      assertThat(new Replies(Cancellation.NEVER, 20_000).await(reply, "the answer"))
          .isEqualTo("late");
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void aReplyThatNeverComesIsLate() {
    long started = System.nanoTime();
    refused(
        SamplingError.REPLY_LATE,
        "No answer within 150 ms while waiting for the rows of a batch.",
        () -> replies.await(new CompletableFuture<>(), "the rows of a batch"));
    assertThat(System.nanoTime() - started).isGreaterThanOrEqualTo(150_000_000L);
  }

  @Test
  void failuresOfTheOtherSideAreSaid() {
    GraphemberException known = new GraphemberException(SpiError.INTERNAL, "Known.");
    assertThatThrownBy(() -> replies.await(CompletableFuture.failedFuture(known), "x"))
        .isSameAs(known);
    CompletableFuture<Object> wrapped =
        CompletableFuture.failedFuture(known).thenApply(value -> value);
    assertThatThrownBy(() -> replies.await(wrapped, "x")).isSameAs(known);
    refused(
        SamplingError.REPLY_FAILED,
        "Waiting for x failed: java.lang.IllegalStateException: broken.",
        () ->
            replies.await(
                CompletableFuture.failedFuture(new IllegalStateException("broken")), "x"));
    refused(
        SamplingError.REPLY_FAILED,
        "Waiting for x failed: java.util.concurrent.TimeoutException.",
        () -> replies.await(CompletableFuture.failedFuture(new TimeoutException()), "x"));
    CompletableFuture<Object> cancelled = new CompletableFuture<>();
    cancelled.cancel(true);
    refused(
        SamplingError.REPLY_FAILED,
        "Waiting for x failed: java.util.concurrent.CancellationException.",
        () -> replies.await(cancelled, "x"));
  }

  @Test
  void anInterruptedThreadLeavesAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    refused(
        SamplingError.REPLY_FAILED,
        "Interrupted while waiting for x.",
        () -> replies.await(new CompletableFuture<>(), "x"));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aCancelledJobStopsWaitingWithinASecond() {
    PartitionedGraph graph = PartitionedGraph.load(SampleGraph.of("0>1 1>2"), 2, "hash-2d");
    final long started = System.nanoTime();
    final long cancelAt = started + 200_000_000L;
    NeighborSampler sampler =
        new NeighborSampler(
            new MemoryCluster(graph, 1, Courier.never()),
            new Replies(() -> System.nanoTime() > cancelAt, 60_000));
    refused(
        SpiError.CANCELLED,
        "Cancelled at the user's request.",
        () -> sampler.sample(new long[] {0}, new int[] {UniformNeighbors.ALL}, 0));
    assertThat(System.nanoTime() - cancelAt).isBetween(0L, 1_000_000_000L);
  }

  @Test
  void aHostThatNeverAnswersIsNamedByWhatWasWaitedFor() {
    PartitionedGraph graph = PartitionedGraph.load(SampleGraph.of("0>1 1>2"), 2, "hash-2d");
    NeighborSampler sampler =
        new NeighborSampler(new MemoryCluster(graph, 1, Courier.never()), replies);
    refused(
        SamplingError.REPLY_LATE,
        "No answer within 150 ms while waiting for the places of the seeds.",
        () -> sampler.sample(new long[] {0}, new int[] {1}, 0));
  }
}
