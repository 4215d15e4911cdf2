// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.BlockWriter;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import javax.cache.CacheException;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cluster.ClusterTopologyException;
import org.apache.ignite.lang.IgniteFuture;
import org.jspecify.annotations.Nullable;

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
    try {
      inFlight.add(new Block(block.length, cache.putAsync(key, block)));
    } catch (CacheException | IgniteException | IllegalStateException e) {
      throw translate(e);
    }
  }

  private void awaitFirst() {
    Block first = inFlight.remove();
    try {
      first.done().get();
    } catch (CacheException | IgniteException | IllegalStateException e) {
      throw translate(e);
    }
    written.add(first.bytes());
  }

  /** Said here, as a caller elsewhere would take it for the loss of this node. */
  private GraphemberException translate(RuntimeException failure) {
    if (cache.isClosed()) {
      return destroyed(cache.getName(), failure);
    }
    if (!cache.lostPartitions().isEmpty() || comesOfALoss(failure)) {
      return new GraphemberException(
          NodeError.PARTITION_LOST,
          "Storage nodes left the cluster that were to keep partitions of cache %s."
              .formatted(cache.getName()),
          failure);
    }
    return new GraphemberException(
        NodeError.NODE_CALL_FAILED,
        "Blocks could not be written into cache %s: %s."
            .formatted(cache.getName(), failure.getMessage()),
        failure);
  }

  private static boolean comesOfALoss(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(ClusterTopologyException.class::isInstance);
  }

  /**
   * The error of a cache that is not there any more.
   *
   * @param cause how it was seen; null if it was looked for
   */
  static GraphemberException destroyed(String cache, @Nullable Throwable cause) {
    return new GraphemberException(
        NodeError.LOAD_UNKNOWN,
        "Cache %s takes no blocks: its load was dropped.".formatted(cache),
        cause);
  }

  @Override
  public void complete() {
    while (!inFlight.isEmpty()) {
      awaitFirst();
    }
  }
}
