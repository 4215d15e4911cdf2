// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.id;

/**
 * Key of one block of bytes in a graph's durable cache: {@code partition << 40 | table << 28 |
 * block}. The affinity function looks at {@code key >>> 40} alone, so a block lies where its
 * partition lies.
 */
public final class BlockKey {
  /** Bits of the block number. */
  public static final int BLOCK_BITS = 28;

  /** Bits of the table number. */
  public static final int TABLE_BITS = Vid.LOCAL_BITS - BLOCK_BITS;

  private BlockKey() {}

  /**
   * The key of a block.
   *
   * @param partition {@code 0 .. P - 1}
   * @param table number of the table, see {@link Table}
   * @param block number of the block in its table
   */
  public static long of(int partition, int table, int block) {
    if (table >>> TABLE_BITS != 0 || block >>> BLOCK_BITS != 0) {
      throw new IllegalArgumentException("no such block: table=" + table + " block=" + block);
    }
    return (long) partition << Vid.LOCAL_BITS | (long) table << BLOCK_BITS | block;
  }

  /** True for blocks of {@link Table#PATCH}. */
  public static boolean isPatch(long key) {
    return (int) (key >>> BLOCK_BITS) << 32 - TABLE_BITS >>> 32 - TABLE_BITS
        == Table.PATCH.number();
  }

  /** The partition of a key, of any table. */
  public static int partition(long key) {
    return (int) (key >>> Vid.LOCAL_BITS);
  }
}
