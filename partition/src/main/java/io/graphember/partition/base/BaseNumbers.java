// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.base;

import io.graphember.graph.id.Vid;
import io.graphember.partition.staging.PartitionRanges;

/**
 * Numbers of the masters of the version that is added to, within their types: those of partition 0
 * come first, in order of their local numbers, then those of partition 1. Immutable.
 */
public final class BaseNumbers implements VertexNumbers {
  private final int[][] masters; // [vertex types, partitions]
  private final int[][] offsets; // the same: what turns a local number into one of the type

  /**
   * Numbers by count.
   *
   * @param masters [vertex types, partitions] how many masters each partition has; not to be
   *     changed
   */
  public BaseNumbers(int[][] masters) {
    this.masters = masters;
    offsets = new int[masters.length][];
    int[] local = new int[masters.length == 0 ? 0 : masters[0].length]; // first of the type
    for (int t = 0; t < masters.length; t++) {
      offsets[t] = new int[local.length];
      int number = 0;
      for (int p = 0; p < local.length; p++) {
        offsets[t][p] = number - local[p];
        number += masters[t][p];
        local[p] += masters[t][p];
      }
    }
  }

  /** Number of a master of a type by its local number. */
  public int number(int type, int partition, int local) {
    return offsets[type][partition] + local;
  }

  @Override
  public int number(int type, long vid) {
    return number(type, Vid.partition(vid), Vid.local(vid));
  }

  /** Which partition has which numbers of a type. */
  public PartitionRanges ranges(int type) {
    return PartitionRanges.of(masters[type]);
  }
}
