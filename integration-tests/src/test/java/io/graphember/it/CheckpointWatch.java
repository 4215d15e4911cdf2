// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.cache.query.ContinuousQuery;
import org.apache.ignite.cache.query.QueryCursor;

/**
 * Does something in the middle of a checkpoint. A filter of events of the cache of blocks is asked
 * within the write of a block that its node has a copy of, so that it holds the write; the
 * manifest, which completes the checkpoint, comes after all blocks. (A listener would be called
 * after the write.)
 */
final class CheckpointWatch {
  private static final Set<String> KINDS = Set.of("tables", "checkpoints");
  private static final long BOUND_SECONDS = 30;

  private final AtomicInteger blocks;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);

  private CheckpointWatch(int blocks) {
    this.blocks = new AtomicInteger(blocks);
  }

  /**
   * Waits for a checkpoint of the job that runs, and acts while a block is being written.
   *
   * @param node one that has copies of blocks
   * @param skip blocks on that node that are let through before
   */
  static void act(Ignite node, int skip, Runnable action) {
    CheckpointWatch watch = new CheckpointWatch(skip);
    IgniteCache<Long, byte[]> cache = running(node);
    try (QueryCursor<?> listening = cache.query(watch.query())) {
      try {
        assertThat(await(watch.reached)).as("a block is written").isTrue();
        action.run(); // and nothing else: the cluster may wait for the write that is held
      } finally {
        watch.done.countDown();
      }
    }
  }

  /** The cache of blocks of the job that runs, the newest one. */
  private static IgniteCache<Long, byte[]> running(Ignite node) {
    Optional<String> newest =
        node.cacheNames().stream()
            .filter(name -> KINDS.contains(name.split("\\.")[1]))
            .max((a, b) -> Long.compare(number(a), number(b)));
    return node.cache(newest.orElseThrow());
  }

  private static long number(String cache) {
    return Long.parseLong(cache.substring(cache.lastIndexOf('v') + 1));
  }

  private ContinuousQuery<Long, byte[]> query() {
    ContinuousQuery<Long, byte[]> query = new ContinuousQuery<>();
    query.setLocal(true);
    query.setLocalListener(events -> {});
    query.setRemoteFilterFactory(
        () ->
            event -> {
              if (blocks.getAndDecrement() == 0) {
                reached.countDown();
                await(done);
              }
              return false;
            });
    return query;
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(BOUND_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
