// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.inference.slice.SliceBatch;
import io.graphember.inference.slice.SliceRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EngineWatchTest {
  private static final WatchedJob JOB = new WatchedJob(7, new UUID(1, 2));

  /** Keeps what it hears. */
  private static final class Ears implements StallListener {
    private final List<Stall> stalls = new ArrayList<>();
    private int recoveries;

    @Override
    public void stalled(Stall stall) {
      stalls.add(stall);
    }

    @Override
    public void recovered() {
      recoveries++;
    }
  }

  /** Comes back when it is let. */
  private static final class Hanging implements SliceRunner {
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private boolean closed;

    @Override
    public void transform(SliceBatch batch) {
      apply(batch);
    }

    @Override
    public float[] apply(SliceBatch batch) {
      inside.countDown();
      await(done);
      return new float[] {1};
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private final Ears ears = new Ears();
  private final Hanging hanging = new Hanging();

  @Test
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // one thread calls, another one looks
  void aCallThatDoesNotComeBackIsReportedOnce() {
    EngineWatch watch = new EngineWatch(1, ears);
    SliceRunner runner = watch.watch(hanging, "onnx", JOB);
    CompletableFuture<float[]> call = CompletableFuture.supplyAsync(() -> runner.apply(null));
    await(hanging.inside);
    while (ears.stalls.isEmpty()) {
      watch.look();
    }
    watch.look();
    assertThat(ears.stalls).containsExactly(new Stall(JOB, "onnx", 1));
    assertThat(ears.recoveries).isZero();
    hanging.done.countDown();
    assertThat(call.join()).containsExactly(1);
    assertThat(ears.recoveries).isOne();
    runner.close();
    assertThat(hanging.closed).isTrue();
  }

  /** However look and return meet: what was reported is taken back, and nothing else is. */
  @Test
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // one thread calls, another one looks
  void everyStallThatIsOverIsTakenBack() {
    EngineWatch watch = new EngineWatch(0, ears);
    hanging.done.countDown();
    SliceRunner runner = watch.watch(hanging, "onnx", JOB);
    AtomicBoolean enough = new AtomicBoolean();
    CompletableFuture<Void> calls =
        CompletableFuture.runAsync(
            () -> {
              while (!enough.get()) {
                runner.apply(null);
              }
            });
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (ears.stalls.size() < 1000 && System.nanoTime() < end) {
      watch.look();
    }
    enough.set(true);
    calls.join();
    assertThat(ears.stalls).isNotEmpty();
    assertThat(ears.recoveries).isEqualTo(ears.stalls.size());
  }

  @Test
  void aSessionThatComputesNothingIsNot() {
    EngineWatch watch = new EngineWatch(1, ears);
    hanging.done.countDown();
    SliceRunner runner = watch.watch(hanging, "onnx", JOB);
    runner.transform(null);
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS))
        .join();
    watch.look();
    assertThat(ears.stalls).isEmpty();
  }
}
