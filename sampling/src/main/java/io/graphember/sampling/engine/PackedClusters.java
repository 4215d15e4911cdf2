// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import java.util.Arrays;

/** Puts small clusters together, so that there are not many more than full ones would be. */
final class PackedClusters {
  private PackedClusters() {}

  /**
   * Numbers clusters without gaps; small ones that fit into one together are one.
   *
   * @param labels cluster of each vertex
   * @param sizes vertices of each cluster
   * @param most vertices of a cluster
   * @return number of each vertex's cluster
   */
  static int[] of(int[] labels, int[] sizes, int most) {
    int[] numbers = new int[sizes.length];
    Arrays.fill(numbers, -1);
    int clusters = -1;
    int room = 0; // in the last one that small ones are put into
    int open = -1;
    for (int label : labels) {
      if (numbers[label] < 0) {
        final boolean small = sizes[label] <= most / 2;
        if (!small || sizes[label] > room) {
          clusters++;
          open = small ? clusters : open;
          room = small ? most : room;
        }
        numbers[label] = small ? open : clusters;
        room -= small ? sizes[label] : 0;
      }
    }
    int[] result = new int[labels.length];
    Arrays.setAll(result, v -> numbers[labels[v]]);
    return result;
  }
}
