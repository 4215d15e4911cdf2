// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.live;

import io.graphember.graph.id.BlockKey;
import io.graphember.tensor.checkpoint.BlockSlot;
import io.graphember.tensor.checkpoint.BlockStore;
import java.util.List;
import java.util.Optional;
import org.apache.ignite.IgniteCache;

/**
 * Blocks of tables in a durable cache, each where the partition of its graph is. In the {@link
 * BlockKey} of a block the table has the number {@code 2 i} in slot A and {@code 2 i + 1} in slot
 * B, i its place among the tables of the job.
 *
 * @param cache the cache
 * @param tables names of the job's tables
 */
record CacheBlockStore(IgniteCache<Long, byte[]> cache, List<String> tables) implements BlockStore {
  @Override
  public void put(int partition, String table, BlockSlot slot, int block, byte[] bytes) {
    cache.put(key(partition, table, slot, block), bytes);
  }

  @Override
  public Optional<byte[]> get(int partition, String table, BlockSlot slot, int block) {
    return Optional.ofNullable(cache.get(key(partition, table, slot, block)));
  }

  private long key(int partition, String table, BlockSlot slot, int block) {
    final int number = 2 * tables.indexOf(table) + (slot == BlockSlot.A ? 0 : 1);
    return BlockKey.of(partition, number, block);
  }
}
