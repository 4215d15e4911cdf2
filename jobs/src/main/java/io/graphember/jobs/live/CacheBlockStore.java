// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.graph.id.BlockKey;
import io.graphember.jobs.cluster.Values;
import io.graphember.spi.Cancellation;
import io.graphember.tensor.checkpoint.BlockSlot;
import io.graphember.tensor.checkpoint.BlockStore;
import java.util.List;
import java.util.Optional;

/**
 * Blocks of tables in a durable cache, each where the partition of its graph is. In the {@link
 * BlockKey} of a block the table has the number {@code 2 i} in slot A and {@code 2 i + 1} in slot
 * B, i its place among the tables of the job.
 *
 * @param cache the cache
 * @param tables names of the job's tables
 * @param cancellation asked before every block: what runs on when a job goes back to a checkpoint
 *     must not write into the next one
 */
record CacheBlockStore(Values<Long, byte[]> cache, List<String> tables, Cancellation cancellation)
    implements BlockStore {
  @Override
  public void put(int partition, String table, BlockSlot slot, int block, byte[] bytes) {
    cancellation.check();
    cache.put(key(partition, table, slot, block), bytes);
  }

  @Override
  public Optional<byte[]> get(int partition, String table, BlockSlot slot, int block) {
    cancellation.check();
    return cache.get(key(partition, table, slot, block));
  }

  private long key(int partition, String table, BlockSlot slot, int block) {
    final int number = 2 * tables.indexOf(table) + (slot == BlockSlot.A ? 0 : 1);
    return BlockKey.of(partition, number, block);
  }
}
