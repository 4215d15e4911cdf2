// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.graph.build.BlockSink;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.lang.IgniteFuture;

/** Writes blocks into a graph's cache, up to {@value #WINDOW} at a time. Used by one thread. */
final class BlockWriter implements BlockSink {
  private static final int WINDOW = 8;

  private final IgniteCache<Long, byte[]> cache;
  private final Deque<IgniteFuture<Void>> inFlight = new ArrayDeque<>();

  BlockWriter(IgniteCache<Long, byte[]> cache) {
    this.cache = cache;
  }

  @Override
  public void put(long key, byte[] block) {
    if (inFlight.size() == WINDOW) {
      inFlight.remove().get();
    }
    inFlight.add(cache.putAsync(key, block));
  }

  /** Waits until all blocks are written. */
  void complete() {
    while (!inFlight.isEmpty()) {
      inFlight.remove().get();
    }
  }
}
