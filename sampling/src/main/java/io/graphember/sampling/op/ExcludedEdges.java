// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.memory.array.LongIndex;

/**
 * Edges that must not be met while the neighbourhood of their ends is sampled: in link prediction
 * the edges that are to be predicted, or the answer would stand in the question. An edge is
 * excluded with its reverse, parallel ones too. Immutable; safe for any thread.
 */
public final class ExcludedEdges {
  /** No edges. */
  public static final ExcludedEdges NONE = new ExcludedEdges(new long[0], new long[0]);

  private final LongIndex vertices;
  private final int[] offsets;
  private final long[] others;

  /**
   * Edges by their ends.
   *
   * @param ends one end of each
   * @param otherEnds the other end of each
   */
  public ExcludedEdges(long[] ends, long[] otherEnds) {
    vertices = new LongIndex(2 * ends.length);
    int[] counts = new int[2 * ends.length];
    for (int i = 0; i < ends.length; i++) {
      counts[vertices.add(ends[i])]++;
      counts[vertices.add(otherEnds[i])]++;
    }
    offsets = new int[vertices.size() + 1];
    for (int v = 0; v < vertices.size(); v++) {
      offsets[v + 1] = offsets[v] + counts[v];
    }
    others = new long[2 * ends.length];
    int[] next = offsets.clone();
    for (int i = 0; i < ends.length; i++) {
      others[next[vertices.find(ends[i])]++] = otherEnds[i];
      others[next[vertices.find(otherEnds[i])]++] = ends[i];
    }
  }

  public boolean isEmpty() {
    return others.length == 0;
  }

  /** Number of a vertex here, negative if no edge of it is excluded. */
  public int find(long vid) {
    return vertices.find(vid);
  }

  /** First entry in {@link #others} of the vertex with a number. */
  public int first(int number) {
    return number < 0 ? 0 : offsets[number];
  }

  /** End of the entries in {@link #others} of the vertex with a number. */
  public int end(int number) {
    return number < 0 ? 0 : offsets[number + 1];
  }

  /** The other end of each excluded edge, by vertex. */
  public long[] others() {
    return others;
  }
}
