// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.partition.share.EdgeShare;

/**
 * The shares that keep and cut the edges of a graph, as the node sees them that takes its load. An
 * {@link EdgeShare} answers each call. Used by one thread at a time.
 */
public interface EdgeShares {
  /** Number of shares, 2 or more. */
  int shares();

  /**
   * Sends edges to a share; may return before they are there. What goes wrong is thrown by a later
   * call.
   *
   * @param piece edges by the numbers of their ends, see {@link EdgeShare#stage}
   */
  void stage(int share, byte[] piece);

  /**
   * Has all shares cut their edges, and waits for it.
   *
   * @param vertexCounts vertices of each type
   * @param progress hears of phases {@code sort} and {@code partition}
   * @return what {@link EdgeShare#cut} gave in each share
   */
  byte[][] cut(int[] vertexCounts, BuildProgress progress);

  /** See {@link EdgeShare#incidences}. */
  byte[] incidences(int share, int partition, int firstVertex);

  /** See {@link EdgeShare#edges}. */
  byte[] edges(int share, int partition, int first);

  /** Bytes that shares and this node have sent one another for the graph so far. */
  long exchangedBytes();
}
