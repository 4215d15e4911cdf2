// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

/**
 * Partitions expand one after the other, each until it has its share of the edges that those before
 * it have left; the last one takes the rest. As sequential neighbour expansion does (Zhang et al.,
 * "Graph edge partitioning via neighborhood heuristic", KDD 2017), but a share of the boundary at a
 * time, not a vertex.
 *
 * <p>A partition that is filled still gets edges whose ends have met in it. Vertices are far from
 * balanced: partitions of the dense core have few. That is what refinement is for.
 */
final class FillingInTurn implements ExpansionControl {
  private static final int SLOWING = 8;

  private final double factor;
  private final long edges;
  private final int last;
  private int open; // the partition that expands
  private long room; // of it

  /**
   * Nothing is filled yet.
   *
   * @param edges E, edges of the simple graph
   */
  FillingInTurn(int partitions, long edges, double factor) {
    this.factor = factor;
    this.edges = edges;
    last = partitions - 1;
  }

  @Override
  public void beforeRound(long[] vertices, long[] sizes) {
    room = room(sizes);
    while (room <= 0) {
      open++;
      room = room(sizes);
    }
  }

  private long room(long[] sizes) {
    if (open == last) {
      return Long.MAX_VALUE;
    }
    long left = edges;
    for (int p = 0; p < open; p++) {
      left -= sizes[p];
    }
    final long lacking = left / (last + 1 - open) - sizes[open];
    return lacking <= 0 ? 0 : 1 + lacking / SLOWING;
  }

  @Override
  public double factor(int partition) {
    return factor;
  }

  @Override
  public long room(int partition) {
    return partition == open ? room : 0;
  }
}
