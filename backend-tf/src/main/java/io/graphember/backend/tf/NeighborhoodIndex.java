// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.backend.Block;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The neighbourhoods of a block: its destinations' edges of one type, which lie together.
 *
 * @param ofEdge neighbourhood of each edge
 * @param destinations destination of each neighbourhood
 * @param types edge type of each neighbourhood
 */
record NeighborhoodIndex(int[] ofEdge, int[] destinations, int[] types) {
  static NeighborhoodIndex of(Block block) {
    final ByteBuffer typeOfEdge = Block.present(block.edgeTypes());
    int[] ofEdge = new int[block.edges()];
    int[] destinations = new int[block.edges()];
    int[] types = new int[block.edges()];
    int count = 0;
    for (int i = 0; i < block.destinations(); i++) {
      final int begin = block.offsets().getInt(4 * i);
      final int end = block.offsets().getInt(4 * (i + 1));
      for (int e = begin; e < end; e++) {
        final int type = typeOfEdge.getInt(4 * e);
        if (e == begin || type != types[count - 1]) {
          destinations[count] = i;
          types[count++] = type;
        }
        ofEdge[e] = count - 1;
      }
    }
    return new NeighborhoodIndex(
        ofEdge, Arrays.copyOf(destinations, count), Arrays.copyOf(types, count));
  }
}
