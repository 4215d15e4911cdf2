// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.id.BlockKey;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a version of a graph, wherever they lie: those of partitions that it has taken over
 * from another version are in the cache of that one, what it changes of them is in its own. Safe
 * for use by several threads.
 */
public final class GraphBlocks implements LongFunction<byte @Nullable []> {
  private final Values<Long, byte[]> own;
  private final Values<Long, byte[]> sealed;
  private final int sealedPartitions; // 0 if all are its own

  private GraphBlocks(Values<Long, byte[]> own, Values<Long, byte[]> sealed, int sealedPartitions) {
    this.own = own;
    this.sealed = sealed;
    this.sealedPartitions = sealedPartitions;
  }

  /** The blocks of a version. */
  public static GraphBlocks of(Caches caches, GraphInfo graph) {
    final Values<Long, byte[]> own = caches.open(graph.cache());
    final Optional<GraphInfo> sealed = graph.sealedVersion();
    return new GraphBlocks(
        own,
        sealed.map(base -> caches.<Long, byte[]>open(base.cache())).orElse(own),
        sealed.map(GraphInfo::partitions).orElse(0));
  }

  /** The block of a key, or null. */
  @Override
  public byte @Nullable [] apply(long key) {
    return of(key).get(key).orElse(null);
  }

  /**
   * The block of a key if this node holds a copy of it; one of another version may lie elsewhere
   * and is fetched.
   */
  public Optional<byte[]> local(long key) {
    return isSealed(key) ? sealed.get(key) : own.local(key);
  }

  private Values<Long, byte[]> of(long key) {
    return isSealed(key) ? sealed : own;
  }

  private boolean isSealed(long key) {
    return BlockKey.partition(key) < sealedPartitions && !BlockKey.isPatch(key);
  }
}
