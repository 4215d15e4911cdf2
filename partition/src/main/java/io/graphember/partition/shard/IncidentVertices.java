// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.VertexHomes;
import java.util.Arrays;

/**
 * The vertices of the edges at those at home in a shard: those that it knows, and the ends
 * elsewhere of edges that begin here, which it knows of by what their homes have sent. They have
 * numbers of their own.
 *
 * @param vertices all of them
 * @param ofKnown number of each vertex that the shard knows
 * @param ofEnds number of each end elsewhere
 */
record IncidentVertices(LocalVertices vertices, int[] ofKnown, int[] ofEnds) {
  /** Bytes beside those that the shard knows; numbers are there twice for a while. */
  static long estimateBytes(long known, long own, long ends) {
    return LocalVertices.estimateBytes(known + ends, own) + 14 * (known + ends);
  }

  /**
   * Puts vertices in order.
   *
   * @param ends numbers in the graph of ends elsewhere, ascending
   * @param homes of these
   * @param shard this one
   */
  static IncidentVertices of(LocalVertices known, LongArray ends, IntArray homes, int shard) {
    final int most = MessageReader.index((long) known.size() + ends.size, Integer.MAX_VALUE - 8L);
    final long[] numbers = new long[most];
    final short[] homeOf = new short[most];
    final int[] ofKnown = new int[known.size()];
    final int[] ofEnds = new int[ends.size];
    int count = 0;
    int end = 0;
    for (int vertex = 0; vertex < ofKnown.length || end < ends.size; count++) {
      final long mine = vertex < ofKnown.length ? known.number(vertex) : Long.MAX_VALUE;
      final long theirs = end < ends.size ? ends.values[end] : Long.MAX_VALUE;
      if (mine == theirs
          && (homes.values[end] == shard || known.homes().home(vertex) != homes.values[end])) {
        throw MessageReader.malformed("edges of vertex %d are not the sender's".formatted(mine));
      }
      numbers[count] = Math.min(mine, theirs);
      if (theirs <= mine) {
        homeOf[count] = (short) homes.values[end];
        ofEnds[end++] = count;
      }
      if (mine <= theirs) {
        homeOf[count] = (short) known.homes().home(vertex);
        ofKnown[vertex++] = count;
      }
    }
    return new IncidentVertices(
        known.others(
            Arrays.copyOf(numbers, count), VertexHomes.of(Arrays.copyOf(homeOf, count), shard)),
        ofKnown,
        ofEnds);
  }
}
