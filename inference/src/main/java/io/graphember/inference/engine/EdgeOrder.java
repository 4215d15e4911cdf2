// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.engine;

import io.graphember.inference.slice.SliceBatch;

/** The order in which engines read the edges of a vertex. */
final class EdgeOrder {
  private EdgeOrder() {}

  /**
   * Numbers of a batch's edges, those of each vertex by type and then as they are. Edges come
   * sorted from each partition, so few have to move.
   */
  static int[] byType(SliceBatch batch, boolean typed) {
    final int[] order = new int[batch.edges];
    for (int e = 0; e < order.length; e++) {
      order[e] = e;
    }
    for (int i = 0; typed && i < batch.rows; i++) {
      for (int e = batch.offsets[i] + 1; e < batch.offsets[i + 1]; e++) {
        final int moved = order[e];
        int at = e;
        while (at > batch.offsets[i] && batch.edgeTypes[order[at - 1]] > batch.edgeTypes[moved]) {
          order[at] = order[at - 1];
          at--;
        }
        order[at] = moved;
      }
    }
    return order;
  }
}
