// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

/**
 * The neighbour lists of a partition in one direction: those of a vertex sorted by (edge type,
 * local number), parallel edges kept. Immutable; safe for any thread.
 *
 * <p>Methods work on many vertices at once where it matters, so that a caller pays for the choice
 * of layout once a batch. Numbers of vertices and positions are not checked: a caller keeps them in
 * range.
 */
public sealed interface Adjacency permits CompactAdjacency, CompressedAdjacency {
  /** Edges of a vertex in this partition and direction. */
  int degree(int vertex);

  /**
   * Degrees of many vertices.
   *
   * @param vertices local numbers
   * @param from first vertex that is asked for
   * @param to end of those that are asked for
   * @param target receives the degree of {@code vertices[i]} at i
   */
  void degrees(int[] vertices, int from, int to, int[] target);

  /**
   * Position of a vertex's first edge among all of this direction. Of out-edges, that is the number
   * of the edge.
   *
   * @throws UnsupportedOperationException in a compressed layout whose edges carry nothing
   */
  int first(int vertex);

  /**
   * Copies the neighbours of a vertex.
   *
   * @param target receives them from {@code at} on
   * @return how many there were
   */
  int copy(int vertex, int[] target, int at);

  /**
   * Looks for neighbours at the positions {@code froms[i] .. tos[i] - 1} of {@code vertices[i]},
   * which are of one edge type. O(log(to - from)) each, of a compressed layout O(to).
   *
   * @param neighbors local number that is looked for in each list
   * @param count how many are looked for
   * @param found receives whether each is there
   */
  void contains(
      int[] vertices, int[] froms, int[] tos, int[] neighbors, int count, boolean[] found);

  /**
   * Replaces positions in the lists of vertices by the neighbours that stand there.
   *
   * @param vertices local numbers
   * @param counts how many positions belong to each vertex
   * @param size how many vertices there are
   * @param positions each in {@code 0 .. degree - 1} of its vertex; receives local numbers
   */
  void gather(int[] vertices, int[] counts, int size, int[] positions);
}
