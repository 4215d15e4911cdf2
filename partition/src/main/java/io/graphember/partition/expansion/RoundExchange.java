// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.LongArray;
import io.graphember.partition.cut.VertexCut;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.exchange.VertexMessages;
import io.graphember.partition.expansion.ExpansionState.Tally;
import java.util.Arrays;

/**
 * Makes what each shard has done in a stage known to those that have to know: what it did to
 * vertices from elsewhere to their homes, and what became of vertices at home to the shards that
 * know them. Merging is by additions and an or of bits, so the order of shards means nothing.
 * Nothing is sent if there is one shard.
 */
final class RoundExchange {
  private static final int JOINS = VertexCut.MOST_PARTITIONS + 2;

  private final ExpansionState state;
  private final ShardExchange shards;
  private final VertexMessages messages;
  private final IntArray named = new IntArray(256); // vertices that are named, in order
  private final IntArray rivals = new IntArray(256); // vertices from elsewhere with an owner
  private final IntArray joined = new IntArray(256); // those that have joined partitions

  RoundExchange(ExpansionState state) {
    this.state = state;
    shards = state.graph.shared.exchange();
    messages = new VertexMessages(state.graph.shared);
  }

  private boolean alone() {
    return state.graph.alone();
  }

  /** Adds up what shards have counted of boundaries; see {@link Boundary}. */
  void boundaries(Boundary[] boundaries) {
    if (alone()) {
      return;
    }
    final MessageWriter out = new MessageWriter();
    for (Boundary boundary : boundaries) {
      boundary.write(out);
    }
    final byte[][] told = shards.gather(out.toBytes());
    for (int shard = 0; shard < told.length; shard++) {
      final MessageReader in = new MessageReader(told[shard]);
      for (int p = 0; shard != shards.shard() && p < boundaries.length; p++) {
        boundaries[p].read(in);
      }
    }
  }

  /**
   * What shards have found in a slice of seeds: each says its hashes, ascending, each less the one
   * before.
   *
   * @param own hashes of this shard, ascending
   * @return those of all, ascending
   */
  long[] seeds(LongArray own) {
    if (alone()) {
      return own.toArray();
    }
    final MessageWriter out = new MessageWriter();
    long before = 0;
    for (int i = 0; i < own.size; i++) {
      out.number(own.values[i] - before);
      before = own.values[i];
    }
    final LongArray all = new LongArray(16);
    for (byte[] message : shards.gather(out.toBytes())) {
      final MessageReader in = new MessageReader(message);
      for (long hash = 0; !in.atEnd(); ) {
        hash += in.place(SeedOrder.END - hash);
        all.add(hash);
      }
    }
    Arrays.sort(all.values, 0, all.size);
    return all.toArray();
  }

  /**
   * Sends those that know them which partition expands the vertices at home here.
   *
   * @param frontier vertices with an owner
   * @return those from elsewhere
   */
  IntArray owners(IntArray frontier) {
    rivals.size = 0;
    if (alone()) {
      return rivals;
    }
    named.size = 0;
    named.addAll(frontier.values, 0, frontier.size);
    state.graph.forEachAddress(
        named, (vertex, address) -> messages.name(address).put(state.owners[vertex]));
    messages.fromHomes(
        (streamed, in) -> {
          final int vertex = state.graph.number(streamed);
          state.owners[vertex] = (byte) partition(in);
          rivals.add(vertex);
        });
    return rivals;
  }

  private int partition(MessageReader in) {
    return MessageReader.index(in.get(), state.partitions);
  }

  /**
   * After a stage that has assigned edges and put vertices into partitions: two supersteps. E_p and
   * V_p are those of all shards then, and the sets of vertices.
   *
   * <p>A shard says first how many edges it has assigned to each partition, and of vertices from
   * elsewhere c * 66 + j: c edges that are open no more, j partitions joined, and these, a byte
   * each. Homes say then how many of their vertices have joined each partition, and of each of
   * these j, and the partitions.
   *
   * @return vertices from elsewhere that have joined partitions
   */
  IntArray afterJoins(Tally[] tallies, IntArray touched) {
    final IntArray changed = changed(tallies);
    touched.size = 0;
    for (Tally tally : tallies) {
      for (int i = 0; i < tally.touched.size; i++) {
        final int vertex = tally.touched.values[i];
        if (state.graph.here(vertex)) {
          touched.add(vertex);
        } else if (state.open[vertex] == 0) { // the others come with their closed edges
          changed.add(vertex);
        }
      }
      tally.touched.size = 0;
    }
    closes(tallies, true);
    touched.addAll(tallies[0].touched.values, 0, tallies[0].touched.size);
    tallies[0].touched.size = 0;
    return tellJoins(touched);
  }

  /** After a stage that has assigned edges alone: one superstep, the first one. */
  void afterCloses(Tally[] tallies) {
    changed(tallies);
    closes(tallies, false);
  }

  private IntArray changed(Tally[] tallies) {
    named.size = 0;
    for (Tally tally : tallies) {
      named.addAll(tally.closed.values, 0, tally.closed.size);
      tally.closed.size = 0;
    }
    return named;
  }

  private long joins(int vertex) {
    return state.sets[2 * vertex + 1] & ~state.sets[2 * vertex];
  }

  private void closes(Tally[] tallies, boolean joins) {
    final long[] edges = new long[state.partitions];
    for (Tally tally : tallies) {
      for (int p = 0; p < edges.length; p++) {
        edges[p] += tally.edges[p];
        tally.edges[p] = 0;
      }
    }
    if (alone()) {
      add(state.edges, edges);
      return;
    }
    messages.begin(edges);
    state.graph.forEachAddress(
        named,
        (vertex, address) -> {
          final long joined = joins ? joins(vertex) : 0;
          final MessageWriter out = messages.name(address);
          out.number((long) -state.open[vertex] * JOINS + Long.bitCount(joined));
          partitions(joined, out);
          state.open[vertex] = 0;
        });
    messages.toHomes(
        new VertexMessages.Receiver() {
          @Override
          public void begin(int shard, MessageReader in) {
            in.addTo(state.edges);
          }

          @Override
          public void vertex(int streamed, MessageReader in) {
            change(state.graph.number(streamed), in, joins, tallies[0]);
          }
        });
  }

  private static void add(long[] sums, long[] more) {
    for (int p = 0; p < sums.length; p++) {
      sums[p] += more[p];
    }
  }

  private static void partitions(long set, MessageWriter out) {
    for (long rest = set; rest != 0; rest &= rest - 1) {
      out.put(Long.numberOfTrailingZeros(rest));
    }
  }

  private void change(int vertex, MessageReader in, boolean joining, Tally tally) {
    final long change = in.size();
    final int closed = MessageReader.index(change / JOINS, state.open[vertex] + 1L);
    int joins = (int) (change % JOINS);
    if (joins > 0 && !joining) {
      throw MessageReader.malformed("a vertex joins %d partitions".formatted(joins));
    }
    state.open[vertex] -= closed;
    for (; joins > 0; joins--) {
      state.join(vertex, 1L << partition(in), false, tally);
    }
  }

  private IntArray tellJoins(IntArray touched) {
    final long[] vertices = new long[state.partitions];
    for (int i = 0; i < touched.size; i++) {
      for (long rest = joins(touched.values[i]); rest != 0; rest &= rest - 1) {
        vertices[Long.numberOfTrailingZeros(rest)]++;
      }
    }
    joined.size = 0;
    if (alone()) {
      add(state.vertices, vertices);
      return joined;
    }
    messages.begin(vertices);
    named.size = 0;
    named.addAll(touched.values, 0, touched.size);
    state.graph.forEachAddress(
        named,
        (vertex, address) -> {
          final long set = joins(vertex);
          final MessageWriter out = messages.name(address);
          out.put(Long.bitCount(set));
          partitions(set, out);
        });
    messages.fromHomes(
        new VertexMessages.Receiver() {
          @Override
          public void begin(int shard, MessageReader in) {
            in.addTo(state.vertices);
          }

          @Override
          public void vertex(int streamed, MessageReader in) {
            final int vertex = state.graph.number(streamed);
            for (int joins = in.get(); joins > 0; joins--) {
              state.sets[2 * vertex + 1] |= 1L << partition(in);
            }
            joined.add(vertex);
          }
        });
    return joined;
  }
}
