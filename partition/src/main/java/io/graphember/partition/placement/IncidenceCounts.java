// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

/**
 * How many edges of one partition end and begin at each vertex. Vertices that have some are marked,
 * so that a partition of few edges costs a look at a bit of each vertex, not at two numbers. Used
 * by one thread.
 */
public final class IncidenceCounts {
  private final int[] ending;
  private final int[] beginning;
  private final long[] marks; // a bit a vertex

  /** No edges. */
  public IncidenceCounts(int vertices) {
    ending = new int[vertices];
    beginning = new int[vertices];
    marks = new long[vertices / Long.SIZE + 1];
  }

  /** Bytes of heap that counts of so many vertices take. */
  public static long bytes(long vertices) {
    return 8 * vertices + vertices / Byte.SIZE + Long.BYTES;
  }

  /** Counts an edge. */
  void add(int source, int destination) {
    ending[destination]++;
    beginning[source]++;
    marks[destination / Long.SIZE] |= 1L << destination;
    marks[source / Long.SIZE] |= 1L << source;
  }

  /** The first vertex with edges from one on; the number of vertices if there is none. */
  public int next(int from) {
    int word = from / Long.SIZE;
    long bits = marks[word] & -1L << from;
    while (bits == 0 && ++word < marks.length) {
      bits = marks[word];
    }
    return bits == 0 ? ending.length : word * Long.SIZE + Long.numberOfTrailingZeros(bits);
  }

  /** Edges that end at a vertex. */
  public int ending(int vertex) {
    return ending[vertex];
  }

  /** Edges that begin at a vertex. */
  public int beginning(int vertex) {
    return beginning[vertex];
  }

  /** Forgets the edges of a vertex. */
  public void clear(int vertex) {
    ending[vertex] = 0;
    beginning[vertex] = 0;
    marks[vertex / Long.SIZE] &= ~(1L << vertex);
  }
}
