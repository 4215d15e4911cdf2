// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.id;

/**
 * Graphember's 64-bit vertex id: {@code vid = partition << 40 | local}.
 *
 * <p>{@code local} counts the masters of a partition from 0, sorted by vertex type, then by degree
 * descending, so that the numeric order of vids is partition-degree-sorted (PDS) order (GLISP,
 * section III-D) and the row index of a master is its low bits. A vid is valid within one version
 * of a graph.
 */
public final class Vid {
  /** Bits of the local number. */
  public static final int LOCAL_BITS = 40;

  /** Largest number of partitions. */
  public static final int MAX_PARTITIONS = 1 << 15;

  private static final long LOCAL_MASK = (1L << LOCAL_BITS) - 1;

  private Vid() {}

  /** The id of a master. */
  public static long of(int partition, int local) {
    return (long) partition << LOCAL_BITS | local;
  }

  /** Partition of the vertex's master. */
  public static int partition(long vid) {
    return (int) (vid >>> LOCAL_BITS);
  }

  /** Local number of the master, its row index. */
  public static int local(long vid) {
    return (int) (vid & LOCAL_MASK);
  }
}
