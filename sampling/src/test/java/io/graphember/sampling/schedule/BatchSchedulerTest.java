// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.Cancellation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BatchSchedulerTest {
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(3, 3, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  /** A diamond: 0, then 1 and 2, then 3; task 1 costs more than task 2. */
  private static DagShape diamond() {
    DagShape.Builder shape = new DagShape.Builder();
    int first = shape.task();
    int left = shape.task(first);
    int right = shape.task(first);
    shape.task(left, right);
    return shape.build();
  }

  private final class Work implements DagWork<Integer> {
    int batch;
    private final Consumer<String> listener;

    Work(Consumer<String> listener) {
      this.listener = listener;
    }

    @Override
    public void begin(long number, Integer next) {
      assertThat(number).isEqualTo((long) next);
      batch = next;
    }

    @Override
    public long cost(int task) {
      return 10 - task;
    }

    @Override
    public void close() {
      batch = -1;
    }

    @Override
    public void run(int task) {
      listener.accept(batch + "." + task);
    }
  }

  private List<Work> work(int count, Consumer<String> listener) {
    return IntStream.range(0, count).mapToObj(i -> new Work(listener)).toList();
  }

  private BatchScheduler<Integer, Work> scheduler(int batches, List<Work> work, Executor executor) {
    return new BatchScheduler<>(
        diamond(), IntStream.range(0, batches).iterator(), work, 1, executor, Cancellation.NEVER);
  }

  /** Three batches are launched before the one thread runs. */
  @Test
  @Timeout(60)
  void theEarliestBatchComesFirstAndItsCheapestTask() {
    Deque<Runnable> threads = new ArrayDeque<>();
    try (var scheduler = scheduler(3, work(4, log::add), threads::add)) {
      assertThat(threads).hasSize(1);
      threads.poll().run();
      assertThat(log)
          .containsExactly(
              "0.0", "0.2", "0.1", "0.3", "1.0", "1.2", "1.1", "1.3", "2.0", "2.2", "2.1", "2.3");
    }
  }

  @Test
  @Timeout(60)
  void batchesComeInTheOrderOfTheirLaunch() {
    for (int threads : new int[] {1, 3}) {
      try (var scheduler =
          new BatchScheduler<>(
              diamond(),
              IntStream.range(0, 100).iterator(),
              work(4, name -> {}),
              threads,
              pool,
              Cancellation.NEVER)) {
        for (int i = 0; i < 100; i++) {
          Work work = scheduler.next();
          assertThat(work.batch).isEqualTo(i);
          scheduler.recycle(work);
        }
        assertThatThrownBy(scheduler::next).hasMessage("no batch is left");
      }
    }
  }

  /** Batches before the one that fails are handed out; the failure comes every time after them. */
  @Test
  @Timeout(60)
  void whatATaskThrowsComesInItsPlace() {
    Consumer<String> failing =
        name -> {
          if (name.startsWith("3.")) {
            throw new IllegalArgumentException("batch " + name);
          }
        };
    try (var scheduler = scheduler(9, work(6, failing), pool)) {
      for (int i = 0; i < 3; i++) {
        assertThat(scheduler.next().batch).isEqualTo(i);
      }
      assertThatThrownBy(scheduler::next).hasMessage("batch 3.0");
      assertThatThrownBy(scheduler::next).hasMessage("batch 3.0");
    }
  }

  @Test
  @Timeout(60)
  void aPoolWithoutAFreeThreadIsAFailure() {
    Executor full =
        task -> {
          throw new RejectedExecutionException("full");
        };
    try (var scheduler = scheduler(9, work(2, log::add), full)) {
      assertThatThrownBy(scheduler::next).hasMessage("full");
    }
  }

  /**
   * A stage that takes half as long as training, and nothing of a processor. Of the time of ten
   * batches the trainer waits for less than 5 %: in the median of six times ten, as a busy machine
   * may give threads nothing for a while.
   */
  @Test
  @Timeout(60)
  void aSlowStageIsHiddenBehindTheTraining() {
    assertThat(waitShare()).isLessThan(0.05);
  }

  private double waitShare() {
    final long slow = TimeUnit.MILLISECONDS.toNanos(10);
    Iterator<Integer> batches = IntStream.range(0, 70).iterator();
    Consumer<String> stage =
        name -> {
          if (name.endsWith(".1")) {
            pause(slow);
          }
        };
    double[] shares = new double[6];
    try (var scheduler =
        new BatchScheduler<>(diamond(), batches, work(3, stage), 2, pool, Cancellation.NEVER)) {
      takeTen(scheduler, slow); // warms up
      for (int i = 0; i < shares.length; i++) {
        final double waited = scheduler.waitSeconds();
        final long started = System.nanoTime();
        takeTen(scheduler, slow);
        shares[i] = (scheduler.waitSeconds() - waited) / ((System.nanoTime() - started) / 1e9);
      }
    }
    Arrays.sort(shares);
    return (shares[2] + shares[3]) / 2;
  }

  private static void takeTen(BatchScheduler<Integer, Work> scheduler, long slow) {
    for (int i = 0; i < 10; i++) {
      Work work = scheduler.next();
      pause(2 * slow); // training
      scheduler.recycle(work);
    }
  }

  private static void pause(long nanos) {
    final long until = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
