// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.base;

import io.graphember.graph.store.EdgeData;
import io.graphember.partition.staging.StagedEdges;
import io.graphember.spi.Cancellation;

/**
 * The edges of a partition that is stored, in order of their types. Not to be changed.
 *
 * @param types number of each edge's stored type, ascending
 * @param sources number of each edge's source within its type
 * @param destinations number of each edge's destination within its type
 * @param stored number of each edge in the partition
 * @param data what the edges carry, by that number
 */
public record StoredEdges(
    int[] types, int[] sources, int[] destinations, int[] stored, EdgeData data) {
  /** Number of edges. */
  public int count() {
    return types.length;
  }

  /**
   * Stages all of them, as those of the next partition.
   *
   * @param cancellation looked at for every type
   */
  public void stage(StagedEdges target, Cancellation cancellation) {
    for (int from = 0; from < count(); from = endOfType(from)) {
      cancellation.check();
      target.addStored(types[from], from, endOfType(from), sources, destinations, stored, data);
    }
    target.endPartition();
  }

  /** The end of the edges from one on that have its type. */
  public int endOfType(int from) {
    int end = from + 1;
    while (end < types.length && types[end] == types[from]) {
      end++;
    }
    return end;
  }
}
