// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.expansion.ExpansionState.Tally;
import java.util.Arrays;

/**
 * Makes what each shard has done in a stage known to all. Merging is by additions and an or of
 * bits, so the order of shards means nothing.
 *
 * <p>A message, all numbers as {@link MessageWriter} writes them:
 *
 * <pre>
 * P numbers   edges that the shard has assigned to each partition
 * then for each vertex it has changed, ascending:
 *   number    how many vertices are between it and the one before
 *   number    c * 66 + j: c edges that are open no more, j partitions joined
 *   j bytes   the partitions
 * </pre>
 *
 * <p>3 or 4 bytes for a vertex and round. Nothing is sent if there is one shard.
 */
final class RoundExchange {
  private static final int JOINS = VertexCut.MOST_PARTITIONS + 2;

  private final ExpansionState state;
  private final ShardExchange shards;
  private final MessageWriter out = new MessageWriter();
  private final IntArray changed = new IntArray(256);

  RoundExchange(ExpansionState state, ShardExchange shards) {
    this.state = state;
    this.shards = shards;
  }

  /** Adds up what the workers of all shards have done; the number of edges they have assigned. */
  long afterOneHop(Tally[] tallies) {
    final int[] closed = state.closed;
    if (closed == null) {
      return state.merge(tallies);
    }
    changed.size = 0;
    for (Tally tally : tallies) {
      for (int i = 0; i < tally.touched.size; i++) {
        int vertex = tally.touched.values[i];
        if (closed[vertex] == 0) { // the others come with their closed edges
          changed.add(vertex);
        }
      }
    }
    return exchange(tallies, closed, true);
  }

  /** The same after a stage in which no vertex joins a partition. */
  long afterTwoHop(Tally[] tallies) {
    final int[] closed = state.closed;
    if (closed == null) {
      return state.merge(tallies);
    }
    changed.size = 0;
    return exchange(tallies, closed, false);
  }

  private long exchange(Tally[] tallies, int[] closed, boolean joins) {
    for (Tally tally : tallies) {
      changed.reserve(tally.closed.size);
      System.arraycopy(tally.closed.values, 0, changed.values, changed.size, tally.closed.size);
      changed.size += tally.closed.size;
      tally.closed.size = 0;
    }
    Arrays.sort(changed.values, 0, changed.size);
    byte[][] messages = shards.gather(message(tallies, closed, joins));
    long assigned = 0;
    for (int s = 0; s < messages.length; s++) {
      assigned += apply(new MessageReader(messages[s]), s == shards.shard(), tallies[0]);
    }
    return assigned;
  }

  private byte[] message(Tally[] tallies, int[] closed, boolean joins) {
    for (int p = 0; p < state.partitions; p++) {
      long edges = 0;
      for (Tally tally : tallies) {
        edges += tally.edges[p];
        tally.edges[p] = 0;
      }
      out.number(edges);
    }
    int before = -1;
    for (int i = 0; i < changed.size; i++) {
      final int vertex = changed.values[i];
      long joined = joins ? state.sets[2 * vertex + 1] & ~state.sets[2 * vertex] : 0;
      out.number(vertex - before - 1L);
      out.number((long) closed[vertex] * JOINS + Long.bitCount(joined));
      for (; joined != 0; joined &= joined - 1) {
        out.put(Long.numberOfTrailingZeros(joined));
      }
      closed[vertex] = 0;
      before = vertex;
    }
    return out.toBytes();
  }

  private long apply(MessageReader in, boolean own, Tally tally) {
    long assigned = 0;
    for (int p = 0; p < state.partitions; p++) {
      int edges = in.index(Integer.MAX_VALUE);
      state.edges[p] += edges;
      assigned += edges;
    }
    int vertex = -1;
    while (!in.atEnd()) {
      vertex += 1 + in.index(state.open.length - 1L - vertex);
      long change = in.number();
      int closed = (int) (change / JOINS);
      if (closed < 0 || closed > state.open[vertex]) {
        throw MessageReader.malformed(
            "%d of %d open edges are closed".formatted(closed, state.open[vertex]));
      }
      state.open[vertex] -= closed;
      for (int joins = (int) (change % JOINS); joins > 0; joins--) {
        int p = in.get();
        if (p >= state.partitions) {
          throw MessageReader.malformed("a partition is " + p);
        }
        if (!own) {
          state.join(vertex, 1L << p, false, tally);
        }
      }
    }
    return assigned;
  }
}
