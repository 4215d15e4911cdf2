// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.cut.VertexCut;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * What the stages of a round share.
 *
 * <p>The set of a vertex is kept twice, side by side: as it was before the round, which all stages
 * read, and with the partitions it joins in the round, which one-hop allocation writes. An edge is
 * assigned before the round exactly if the sets of its ends before the round meet: assigning it
 * puts both ends into its partition, and two-hop allocation assigns every edge whose ends have met.
 * So no stage reads the state of an edge.
 *
 * <p>A shard has the state of the vertices that it knows, and slots of those at home in it. What a
 * stage does to the others their homes are told by a {@link RoundExchange}, and what homes make of
 * it those that know them, before the next stage.
 *
 * <p>Several workers write at once: the sets and the counts of open edges by atomic additions whose
 * order means nothing, everything else by one worker alone.
 */
final class ExpansionState {
  /** Owner of a vertex that nobody expands in this round. */
  static final byte NOBODY = -1;

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);

  final SimpleGraph graph;
  final int partitions;

  /** Partitions of a vertex: {@code [2 v]} before the round, {@code [2 v + 1]} with it. */
  final long[] sets;

  /** Partition that expands a vertex in this round, or {@link #NOBODY}. */
  final byte[] owners;

  /**
   * Number of open edges of each vertex at home here; of others how many this shard has closed in
   * the stage, less than 0.
   */
  final int[] open;

  /** First slot of each vertex that may be open; edges of those before it are assigned. */
  final int[] firstOpen;

  /** Partition of each edge. */
  final byte[] assigned;

  /** V_p. */
  final long[] vertices;

  /** E_p. */
  final long[] edges;

  ExpansionState(SimpleGraph graph, int partitions) {
    this.graph = graph;
    this.partitions = partitions;
    sets = new long[2 * graph.vertices()];
    owners = new byte[graph.vertices()];
    Arrays.fill(owners, NOBODY);
    open = new int[graph.vertices()];
    for (int v = 0; v < graph.own(); v++) {
      open[v] = graph.degree(v);
    }
    firstOpen = Arrays.copyOf(graph.offsets, graph.own());
    assigned = new byte[graph.streamed()];
    Arrays.fill(assigned, VertexCut.OPEN);
    vertices = new long[partitions];
    edges = new long[partitions];
  }

  /** What one worker of a stage has done; merged when the stage is over. */
  static final class Tally {
    /** Edges assigned to each partition. */
    final long[] edges;

    /** Vertices that this worker was the first to put into a new partition. */
    final IntArray touched = new IntArray(256);

    /** Vertices from elsewhere of which this worker was the first to close an edge. */
    final IntArray closed = new IntArray(8);

    Tally(int partitions) {
      edges = new long[partitions];
    }
  }

  /**
   * Puts a vertex into a partition.
   *
   * @param bit bit of the partition
   * @param shared true if other workers run
   */
  void join(int vertex, long bit, boolean shared, Tally tally) {
    final int at = 2 * vertex + 1;
    long set = sets[at];
    if ((set & bit) != 0) {
      return;
    }
    if (shared) {
      set = (long) LONGS.getAndBitwiseOr(sets, at, bit);
    } else {
      sets[at] = set | bit;
    }
    if (set == sets[at - 1]) {
      tally.touched.add(vertex);
    }
  }

  /** So many edges of a vertex are open no more. */
  void close(int vertex, int count, boolean shared, Tally tally) {
    int before;
    if (shared) {
      before = (int) INTS.getAndAdd(open, vertex, -count);
    } else {
      before = open[vertex];
      open[vertex] = before - count;
    }
    if (before == 0) { // one at home here has an open edge if one is closed
      tally.closed.add(vertex);
    }
  }

  /** Makes the partitions that vertices have joined theirs. */
  void commit(IntArray joined) {
    for (int i = 0; i < joined.size; i++) {
      final int at = 2 * joined.values[i];
      sets[at] = sets[at + 1];
    }
  }

  /** The cut so far; the state may not be used after that. */
  VertexCut toCut() {
    final long[] now = new long[graph.vertices()];
    for (int v = 0; v < now.length; v++) {
      now[v] = sets[2 * v];
    }
    return new VertexCut(graph, now, assigned, vertices, edges);
  }
}
