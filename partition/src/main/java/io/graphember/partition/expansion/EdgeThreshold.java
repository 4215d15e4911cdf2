// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

/**
 * DistributedNE's control: every partition expands the same share of its boundary until it has
 * {@code E_t = tau E / P} edges.
 */
final class EdgeThreshold implements ExpansionControl {
  private final double factor;
  private final long threshold;
  private final long[] room;

  /**
   * A threshold for a graph.
   *
   * @param edges E, edges of the simple graph
   * @param imbalance tau, at least 1
   */
  EdgeThreshold(int partitions, long edges, double factor, double imbalance) {
    this.factor = factor;
    threshold = (long) Math.ceil(imbalance * edges / partitions);
    room = new long[partitions];
  }

  @Override
  public void beforeRound(long[] vertices, long[] edges) {
    for (int p = 0; p < room.length; p++) {
      room[p] = threshold - edges[p];
    }
  }

  @Override
  public double factor(int partition) {
    return factor;
  }

  @Override
  public long room(int partition) {
    return room[partition];
  }
}
