// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.store.EdgeIndex;
import io.graphember.graph.store.EdgeTypeRanges;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.array.IntArray;
import java.util.Arrays;

/**
 * Looks for edges between vertices of one partition: O(log degree) for each, of the shorter of the
 * two lists that would hold it, many side by side. Keeps scratch; used by one thread at a time.
 */
public final class EdgeSearches {
  private final PartitionTopology topology;
  private final Direction direction;
  private final Searches in = new Searches();
  private final Searches out = new Searches();

  /** Searches in the lists of one direction. */
  private static final class Searches {
    final IntArray questions = new IntArray(64);
    final IntArray vertices = new IntArray(64);
    final IntArray froms = new IntArray(64);
    final IntArray tos = new IntArray(64);
    final IntArray neighbors = new IntArray(64);
    boolean[] found = new boolean[64];

    void clear() {
      questions.size = 0;
      vertices.size = 0;
      froms.size = 0;
      tos.size = 0;
      neighbors.size = 0;
    }

    void add(int question, int vertex, int from, int to, int neighbor) {
      questions.add(question);
      vertices.add(vertex);
      froms.add(from);
      tos.add(to);
      neighbors.add(neighbor);
    }

    void answer(EdgeIndex index, boolean[] answers) {
      final int count = questions.size;
      if (found.length < count) {
        found = Arrays.copyOf(found, 2 * count);
      }
      index
          .lists()
          .contains(vertices.values, froms.values, tos.values, neighbors.values, count, found);
      for (int i = 0; i < count; i++) {
        answers[questions.values[i]] |= found[i];
      }
    }
  }

  /**
   * Without a question.
   *
   * @param direction IN or BOTH: an edge from the other vertex counts; OUT or BOTH: one to it does
   */
  public EdgeSearches(PartitionTopology topology, Direction direction) {
    this.topology = topology;
    this.direction = direction;
  }

  /**
   * Asks about a pair of local vertices.
   *
   * @param question where the answer goes
   * @param edgeType type of the edge, or {@link EdgeRule#ANY_TYPE}
   */
  public void ask(int question, int vertex, int other, int edgeType) {
    if (direction != Direction.OUT) {
      search(question, other, vertex, edgeType);
    }
    if (direction != Direction.IN) {
      search(question, vertex, other, edgeType);
    }
  }

  /** In the out-edges of the source, or the in-edges of the destination. */
  private void search(int question, int source, int destination, int edgeType) {
    final int outDegree = topology.out().lists().degree(source);
    final int inDegree = topology.in().lists().degree(destination);
    if (outDegree <= inDegree) {
      add(out, topology.out(), question, source, outDegree, destination, edgeType);
    } else {
      add(in, topology.in(), question, destination, inDegree, source, edgeType);
    }
  }

  private void add(
      Searches searches,
      EdgeIndex index,
      int question,
      int vertex,
      int degree,
      int neighbor,
      int edgeType) {
    final EdgeTypeRanges types = index.types();
    if (edgeType != EdgeRule.ANY_TYPE) {
      final int start = types.start(vertex, edgeType);
      searches.add(question, vertex, start, types.end(vertex, edgeType), neighbor);
      return;
    }
    int from = 0;
    while (from < degree) { // a range of each type is in order
      final int to = types.end(vertex, types.type(vertex, from));
      searches.add(question, vertex, from, to, neighbor);
      from = to;
    }
  }

  /** Sets the flags of those questions whose edge exists, and forgets all questions. */
  public void answer(boolean[] found) {
    in.answer(topology.in(), found);
    out.answer(topology.out(), found);
    in.clear();
    out.clear();
  }
}
