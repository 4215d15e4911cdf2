// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.jobs.cluster.BlockWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.lang.IgniteFuture;

/**
 * Writes blocks into a graph's cache, up to {@value #WINDOW} at a time, and says now and then how
 * much is written. Used by one thread.
 */
public final class CacheBlocks implements BlockWriter {
  private static final int WINDOW = 8;

  private final IgniteCache<Long, byte[]> cache;
  private final ReportedBytes written;
  private final Deque<Block> inFlight = new ArrayDeque<>();

  /** A block on its way. */
  private record Block(int bytes, IgniteFuture<Void> done) {}

  /**
   * A writer.
   *
   * @param written hears how many bytes are written
   */
  public CacheBlocks(IgniteCache<Long, byte[]> cache, LongConsumer written) {
    this.cache = cache;
    this.written = new ReportedBytes(written);
  }

  @Override
  public void put(long key, byte[] block) {
    if (inFlight.size() == WINDOW) {
      awaitFirst();
    }
    inFlight.add(new Block(block.length, cache.putAsync(key, block)));
  }

  private void awaitFirst() {
    Block first = inFlight.remove();
    first.done().get();
    written.add(first.bytes());
  }

  @Override
  public void complete() {
    while (!inFlight.isEmpty()) {
      awaitFirst();
    }
  }
}
