// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.room;

/**
 * What one cache will take of the data regions.
 *
 * @param entries number of entries, in one copy
 * @param entryBytes bytes of an entry: key, header, value, its place in an index
 * @param partitions partitions of the cache; {@value #EVERYWHERE} for a copy on every node
 */
public record Demand(long entries, long entryBytes, int partitions) {
  /** Partitions of a cache of which every node has a copy. */
  public static final int EVERYWHERE = 0;

  /** Blocks are written in pieces of about that size or more. */
  private static final long BLOCK_BYTES = 64 << 10;

  /** Partitions are dealt unevenly. */
  private static final double UNEVEN = 1.3;

  /** Pages of indexes split, free lists take some. */
  private static final double SLACK = 1.1;

  /** Page of the free list, root and leaf of the tree, of each partition. */
  private static final int PARTITION_PAGES = 3;

  /** Of each cache: trees of expiry and of indexes. */
  private static final int CACHE_PAGES = 8;

  /** Bytes of a page that rows do not use. */
  private static final int PAGE_HEADER = 64;

  /**
   * A demand, perhaps one that was read.
   *
   * @throws IllegalArgumentException if a number is below 0
   */
  public Demand {
    if (entries < 0 || entryBytes < 0 || partitions < 0) {
      throw new IllegalArgumentException("a demand is not below 0");
    }
  }

  /** The demand of blocks of one copy. */
  public static Demand blocks(long bytes, int partitions) {
    return new Demand((bytes + BLOCK_BYTES - 1) / BLOCK_BYTES, BLOCK_BYTES, partitions);
  }

  /** The demand of an entry that every node keeps. */
  public static Demand everywhere(long bytes) {
    return new Demand(1, bytes, EVERYWHERE);
  }

  /**
   * Bytes of pages on one node at most.
   *
   * @param nodes nodes that share the partitions, 1 or more
   * @param copies copies of each partition, backups included
   */
  double bytesOnANode(int nodes, int copies, int pageBytes) {
    final double copy = SLACK * entries * entryPages(entryBytes, pageBytes) * pageBytes;
    if (partitions == EVERYWHERE) {
      return copy;
    }
    final double most = (double) Math.min(copies, nodes) * ((partitions + nodes - 1) / nodes);
    final double held = Math.min(partitions, UNEVEN * most);
    return copy * held / partitions + (held * PARTITION_PAGES + CACHE_PAGES) * pageBytes;
  }

  /**
   * Pages that an entry takes. Rows that share a page leave a rest that none of them fits, so a row
   * of just over half a page takes a whole one; a larger one fills pages, and its end shares one.
   */
  static double entryPages(long entryBytes, int pageBytes) {
    final long payload = pageBytes - PAGE_HEADER;
    final long rest = entryBytes % payload;
    return entryBytes / payload + (rest == 0 ? 0 : 1.0 / (payload / rest));
  }
}
