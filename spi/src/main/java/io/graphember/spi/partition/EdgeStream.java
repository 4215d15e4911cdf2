// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.partition;

/**
 * The edges of a graph in their order, readable more than once; vertices are numbered {@code 0 ..
 * vertices() - 1} in the order in which they came.
 *
 * <p>Used by one thread at a time.
 */
public interface EdgeStream {
  /** Number of vertices, isolated ones too. */
  long vertices();

  /** Number of edges. */
  long edges();

  /**
   * Reads the next edges.
   *
   * @param sources receives the sources
   * @param destinations receives the destinations, as long as {@code sources}
   * @return how many edges were read, at most the length of the arrays; 0 at the end
   */
  int read(int[] sources, int[] destinations);

  /** Starts over at the first edge. */
  void rewind();
}
