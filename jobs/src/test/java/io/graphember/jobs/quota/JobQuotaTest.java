// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobQuotaTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final int MEGABYTE = 1_000_000;

  private final ForkJoinPool threads = new ForkJoinPool(8);
  private final NodeQuota free = new NodeQuota(QuotaLimits.NONE, 1, threads);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** So much of one processor, whatever the machine has. */
  private static QuotaLimits share(double ofOne) {
    return new QuotaLimits((int) Math.max(1, Math.round(100 * ofOne / PROCESSORS)), 0);
  }

  private static double processors(QuotaLimits limits) {
    return limits.processorPercent() / 100.0 * PROCESSORS;
  }

  private static void spin(double millis) {
    final long end = THREADS.getCurrentThreadCpuTime() + (long) (millis * 1e6);
    while (THREADS.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** Works for some time in pieces; returns seconds of this thread's processor. */
  private static double work(JobQuota quota, double seconds) {
    final Cancellation paced = quota.paced(Cancellation.NEVER);
    return quota.work(
        () -> {
          final long before = THREADS.getCurrentThreadCpuTime();
          final long end = System.nanoTime() + (long) (seconds * 1e9);
          while (System.nanoTime() - end < 0) {
            spin(0.3);
            paced.check();
          }
          return (THREADS.getCurrentThreadCpuTime() - before) / 1e9;
        });
  }

  private double together(double seconds, JobQuota... quotas) throws Exception {
    final List<Future<Double>> all = new ArrayList<>();
    for (JobQuota quota : quotas) {
      all.add(threads.submit(() -> work(quota, seconds)));
    }
    double sum = 0;
    for (Future<Double> one : all) {
      sum += one.get();
    }
    return sum;
  }

  @Test
  void threadsOfAJobTakeItsShare() throws Exception {
    final QuotaLimits limits = share(0.4);
    final JobQuota quota = free.of(limits);
    assertThat(quota.threads()).isEqualTo((int) Math.ceil(processors(limits)));
    assertThat(quota.stretched(100)).isEqualTo(10_000 / limits.processorPercent());
    assertThat(together(0.5, quota, quota, quota))
        .isBetween(0.1 * processors(limits), 0.5 * 1.15 * processors(limits));
    assertThat(quota.pausedSeconds()).isPositive();
  }

  @Test
  void jobsTogetherTakeTheShareOfTheNode() throws Exception {
    final QuotaLimits limits = share(0.4);
    final NodeQuota node = new NodeQuota(limits, 1, threads);
    assertThat(together(0.5, node.ofLoad(), node.of(new QuotaLimits(90, 0))))
        .isLessThan(0.5 * 1.15 * processors(limits));
  }

  @Test
  void threadsOfAnEngineCountToo() {
    final NodeQuota node = new NodeQuota(share(1), 4, threads);
    final JobQuota quota = node.ofLoad();
    final long began = System.nanoTime();
    quota.work(
        () -> {
          quota.engine(
              () -> {
                spin(20);
                return true;
              });
          quota.pause(() -> false);
          return true;
        });
    assertThat(System.nanoTime() - began)
        .as("four threads for 20 ms at one processor")
        .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(70));
  }

  /** Milliseconds until a thread of a job may go on. */
  private static double pauseMillis(JobQuota quota) {
    final long began = System.nanoTime();
    quota.work(
        () -> {
          spin(1.5);
          quota.pause(() -> false);
          return true;
        });
    return (System.nanoTime() - began) / 1e6;
  }

  @Test
  void othersWaitForACallOfAnEngineThatIsPaidInAdvance() {
    final JobQuota quota = free.of(share(0.5));
    quota.work(
        () -> {
          quota.engine(
              () -> {
                spin(40);
                return true;
              });
          quota.pause(() -> false);
          final double waited = quota.engine(() -> threads.submit(() -> pauseMillis(quota))).join();
          assertThat(waited).as("40 ms at half a processor, and a thread's own").isGreaterThan(70);
          return true;
        });
    assertThat(pauseMillis(quota)).as("the second call was short").isLessThan(1_000);
  }

  @Test
  void aPausedJobIsCancelledSoon() throws Exception {
    final JobQuota quota = free.of(share(0.4));
    quota.worked(TimeUnit.SECONDS.toNanos(5));
    final AtomicBoolean cancelled = new AtomicBoolean();
    final Cancellation paced = quota.paced(cancelled::get);
    final CompletableFuture<Boolean> pauses = new CompletableFuture<>();
    final Future<Long> work =
        threads.submit(
            () ->
                quota.work(
                    () -> {
                      spin(2);
                      pauses.complete(true);
                      assertThatThrownBy(paced::check)
                          .isInstanceOfSatisfying(
                              GraphemberException.class,
                              e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
                      return System.nanoTime();
                    }));
    pauses.get();
    final long asked = System.nanoTime();
    cancelled.set(true);
    assertThat(work.get() - asked).isLessThan(TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void aThreadThatDoesNotWorkForAJobNeverPauses() {
    final JobQuota quota = free.of(new QuotaLimits(1, 1));
    quota.worked(TimeUnit.SECONDS.toNanos(5));
    quota.moved(MEGABYTE);
    final JobQuota other = free.of(share(0.4));
    final long began = System.nanoTime();
    spin(2);
    quota.pause(() -> false);
    other.work(
        () -> {
          spin(2);
          quota.pause(() -> false);
          return true;
        });
    assertThat(System.nanoTime() - began).isLessThan(TimeUnit.SECONDS.toNanos(1));
    assertThat(quota.pausedSeconds()).isZero();
  }

  @Test
  void whatAThreadDidForAnotherJobIsNotCounted() {
    final JobQuota outer = free.of(share(0.1));
    final JobQuota inner = free.of(share(0.1));
    outer.work(
        () -> {
          inner.work(
              () -> {
                spin(30);
                return true;
              });
          outer.pause(() -> false);
          return true;
        });
    assertThat(outer.pausedSeconds()).isLessThan(0.1);
    inner.work(
        () -> {
          spin(1.5);
          inner.pause(() -> false);
          return true;
        });
    assertThat(inner.pausedSeconds()).isGreaterThan(0.1);
  }

  @Test
  void bytesArePaidToo() {
    final JobQuota quota = free.of(new QuotaLimits(100, 10 * MEGABYTE));
    final long began = System.nanoTime();
    quota.moved(MEGABYTE);
    quota.work(
        () -> {
          quota.pause(() -> false);
          return true;
        });
    assertThat(System.nanoTime() - began)
        .isBetween(TimeUnit.MILLISECONDS.toNanos(99), TimeUnit.SECONDS.toNanos(2));
  }

  @Test
  void requestsAreHeldUntilWhatWasServedIsPaid() {
    final JobQuota quota = free.of(new QuotaLimits(100, 10 * MEGABYTE));
    final Thread self = Thread.currentThread();
    final CompletableFuture<Thread> first = new CompletableFuture<>();
    quota.moved(MEGABYTE); // by trainers here, who pause
    quota.whenPaid(() -> first.complete(Thread.currentThread()));
    assertThat(first.join()).isSameAs(self);
    final long began = System.nanoTime();
    quota.served(MEGABYTE);
    final CompletableFuture<Long> second = new CompletableFuture<>();
    final CompletableFuture<Long> third = new CompletableFuture<>();
    quota.whenPaid(() -> second.complete(System.nanoTime()));
    quota.served(MEGABYTE);
    quota.whenPaid(() -> third.complete(System.nanoTime()));
    assertThat(second.join() - began).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(99));
    assertThat(third.join() - began).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(199));
  }

  @Test
  void withoutAQuotaNothingIsDone() {
    final JobQuota quota = free.of(QuotaLimits.NONE);
    quota.worked(Long.MAX_VALUE);
    quota.moved(Long.MAX_VALUE);
    quota.served(Long.MAX_VALUE);
    assertThat(quota.executor(threads)).isSameAs(threads);
    assertThat(quota.threads()).isEqualTo(PROCESSORS);
    assertThat(quota.stretched(7)).isEqualTo(7);
    assertThat(quota.<Integer>work(Thread.currentThread()::getPriority))
        .isEqualTo(Thread.currentThread().getPriority());
    quota.pause(() -> false);
    assertThat(quota.pausedSeconds()).isZero();
  }

  @Test
  void whoWorksForAJobHasTheLowestPriority() throws Exception {
    final JobQuota quota = free.of(share(0.4));
    final CompletableFuture<Integer> priority = new CompletableFuture<>();
    quota.executor(threads).execute(() -> priority.complete(Thread.currentThread().getPriority()));
    assertThat(priority.get()).isEqualTo(Thread.MIN_PRIORITY);
  }
}
