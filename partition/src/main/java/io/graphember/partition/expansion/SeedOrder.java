// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.cut.SimpleGraph;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * The vertices with edges in the order of a hash of 33 bits, of which a shard has those at home in
 * it. They are taken in slices of the hash's range, from its beginning to its end. 8 bytes a
 * vertex.
 */
final class SeedOrder {
  private static final int VERTEX_BITS = 30; // a shard knows fewer vertices
  private static final int HASH_BITS = Long.SIZE - 1 - VERTEX_BITS;

  /** Behind all hashes. */
  static final long END = 1L << HASH_BITS;

  private final long[] order; // hash above, vertex in the low bits
  private final long connected; // vertices of all shards with edges
  private long taken; // hashes below it were taken
  private long end; // of the slice
  private int next;

  /** All vertices of a graph that have edges. */
  SeedOrder(SimpleGraph graph, long key) {
    connected = graph.connected();
    final long[] all = new long[graph.own()];
    int count = 0;
    for (int v = 0; v < all.length; v++) {
      if (graph.degree(v) > 0) {
        final long hash = CounterRandom.bits(key, graph.id(v)) >>> Long.SIZE - HASH_BITS;
        all[count++] = hash << VERTEX_BITS | v;
      }
    }
    order = count == all.length ? all : Arrays.copyOf(all, count);
    Arrays.sort(order);
  }

  /** True if all slices were taken. */
  boolean atEnd() {
    return taken == END;
  }

  /**
   * Begins a slice behind what was taken.
   *
   * @param expected how many vertices it has in all shards on average
   */
  void slice(long expected) {
    final double width = Math.ceil((double) END / Math.max(1, connected) * expected);
    end = (long) Math.min(END, taken + width);
    next = from(taken);
  }

  private int from(long hash) {
    final int found = Arrays.binarySearch(order, hash << VERTEX_BITS);
    return found < 0 ? -found - 1 : found;
  }

  /** The next entry of the slice that is at home here, or -1. */
  long next() {
    return next < order.length && hash(order[next]) < end ? order[next++] : -1;
  }

  /** Ends the slice: hashes below a bound were taken, or all of the slice if that is lower. */
  void take(long bound) {
    taken = Math.min(end, bound);
  }

  /** The vertex of an entry. */
  static int vertex(long entry) {
    return (int) entry & (1 << VERTEX_BITS) - 1;
  }

  /** The hash of an entry. */
  static long hash(long entry) {
    return entry >>> VERTEX_BITS;
  }
}
