// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

/**
 * Keeps the last edges for partitions that have none, so that no partition is empty if there are
 * edges for all. Before that another rule decides.
 */
final class EveryPartition implements EdgePlacement {
  private final EdgePlacement rule;
  private final boolean[] used;
  private long left; // edges that were not placed
  private int empty; // partitions without an edge

  /**
   * A rule with room for every partition.
   *
   * @param edges edges there will be
   */
  EveryPartition(EdgePlacement rule, int partitions, long edges) {
    this.rule = rule;
    used = new boolean[partitions];
    left = edges;
    empty = partitions;
  }

  @Override
  public int place(int source, int destination) {
    final boolean last = left <= empty; // then for all that follow, too
    final int partition = last ? firstEmpty() : rule.place(source, destination);
    empty -= used[partition] ? 0 : 1;
    used[partition] = true;
    left--;
    return partition;
  }

  private int firstEmpty() {
    int partition = 0;
    while (used[partition]) {
      partition++;
    }
    return partition;
  }
}
