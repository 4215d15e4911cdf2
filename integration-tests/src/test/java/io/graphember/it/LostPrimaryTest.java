// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.ignite.entry.IgniteEntries;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.entry.CatalogEntries;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.ignite.Ignite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The node that has the lock of an entry leaves while steps hold it and wait for it. */
class LostPrimaryTest {
  private static final Duration BOUND = Duration.ofSeconds(30);

  @SuppressWarnings("checkstyle:regexpsinglelinejava") // each step has a thread
  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  private final AtomicInteger attempts = new AtomicInteger();

  /** Counts one up; every attempt but the first waits for the lock. */
  private int step(CatalogEntries entries, String path, CountDownLatch held) {
    attempts.incrementAndGet();
    final int next = entries.text(path).map(Integer::valueOf).orElse(0) + 1;
    try {
      held.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    entries.put(path, String.valueOf(next));
    return next;
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void stepsAreTakenAgainAndEachIsMadeOnce() {
    try (TestCluster cluster = TestCluster.start(3)) {
      final Ignite ignite = cluster.node(0);
      final CatalogEntries entries = new IgniteEntries(ignite, CacheNames.CATALOG);
      final String path =
          IntStream.range(0, 10_000)
              .mapToObj(i -> "step/" + i)
              .filter(
                  key ->
                      ignite
                          .affinity(CacheNames.CATALOG)
                          .mapKeyToNode(key)
                          .equals(cluster.node(2).cluster().localNode()))
              .findFirst()
              .orElseThrow();
      final CountDownLatch held = new CountDownLatch(1);
      final List<CompletableFuture<Integer>> steps =
          IntStream.range(0, 2)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> entries.<Integer>atOnce(() -> step(entries, path, held)), threads))
              .toList();
      Await.until(BOUND, () -> attempts.get() == 2); // one holds the lock, one waits for it

      cluster.stopNode(2);
      held.countDown();

      assertThat(steps.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(1, 2);
      assertThat(entries.text(path)).contains("2");
    }
  }
}
