// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.ignite.GraphemberConfiguration;
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
import java.util.stream.Stream;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.lang.IgniteInClosure;
import org.apache.ignite.plugin.extensions.communication.Message;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
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

  /** A path whose lock the last of three nodes has; a node that joins has locks a moment later. */
  private static String pathOfLast(TestCluster cluster) {
    Await.until(BOUND, () -> pathsOfLast(cluster).findFirst().isPresent());
    return pathsOfLast(cluster).findFirst().orElseThrow();
  }

  private static Stream<String> pathsOfLast(TestCluster cluster) {
    return IntStream.range(0, 10_000)
        .mapToObj(i -> "step/" + i)
        .filter(
            key ->
                cluster
                    .node(0)
                    .affinity(CacheNames.CATALOG)
                    .mapKeyToNode(key)
                    .equals(cluster.node(2).cluster().localNode()));
  }

  /** Once it is told so, the last node gets no more requests to prepare a transaction. */
  private static final class Mute extends TcpCommunicationSpi {
    private final CountDownLatch muted;
    private final AtomicInteger swallowed;

    Mute(TcpCommunicationSpi like, CountDownLatch muted, AtomicInteger swallowed) {
      this.muted = muted;
      this.swallowed = swallowed;
      setLocalAddress(like.getLocalAddress());
      setLocalPort(like.getLocalPort());
      setLocalPortRange(0);
    }

    @Override
    public void sendMessage(
        ClusterNode node, Message message, IgniteInClosure<IgniteException> acknowledged) {
      if (muted.getCount() == 0
          && node.consistentId().equals("node-2")
          && message.toString().contains("GridNearTxPrepareRequest")) {
        swallowed.incrementAndGet();
      } else {
        super.sendMessage(node, message, acknowledged);
      }
    }
  }

  /** It is rolled back, since the node has not prepared it. */
  @Test
  void aStepThatIsBeingCommittedIsTakenAgain() {
    final CountDownLatch muted = new CountDownLatch(1);
    final AtomicInteger swallowed = new AtomicInteger();
    try (TestCluster cluster =
        TestCluster.start(
            3,
            new GraphemberConfiguration(),
            node ->
                node.setCommunicationSpi(
                    new Mute(
                        (TcpCommunicationSpi) node.getCommunicationSpi(), muted, swallowed)))) {
      final CatalogEntries entries = new IgniteEntries(cluster.node(0), CacheNames.CATALOG);
      final String path = pathOfLast(cluster);
      muted.countDown();
      final CompletableFuture<Integer> step =
          CompletableFuture.supplyAsync(
              () -> entries.<Integer>atOnce(() -> step(entries, path, muted)), threads);
      Await.until(BOUND, () -> swallowed.get() > 0);

      cluster.stopNode(2);

      assertThat(step.join()).isEqualTo(1);
      assertThat(attempts).hasValue(2);
      assertThat(entries.text(path)).contains("1");
    }
  }

  @Test
  void stepsAreTakenAgainAndEachIsMadeOnce() {
    try (TestCluster cluster = TestCluster.start(3)) {
      final Ignite ignite = cluster.node(0);
      final CatalogEntries entries = new IgniteEntries(ignite, CacheNames.CATALOG);
      final String path = pathOfLast(cluster);
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
