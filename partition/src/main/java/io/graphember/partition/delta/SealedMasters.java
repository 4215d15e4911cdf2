// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.spi.CsrRows;
import java.util.List;

/**
 * Some masters of a partition as it is stored, in the order of their local numbers, and so of their
 * types. Not to be changed.
 *
 * @param partition the partition
 * @param vertices of the partition, masters and mirrors
 * @param replicas of all of them in other partitions
 * @param locals local numbers, ascending
 * @param keys of the masters of each vertex type, as texts
 * @param labels class of each, -1 for none
 * @param splits code of the split of each, 0 for none
 * @param times timestamp of each
 * @param clusters cluster of each
 * @param rows features, then targets of each; empty of those that were not asked for with them
 * @param degrees where the edges of each are
 */
public record SealedMasters(
    int partition,
    int vertices,
    int replicas,
    int[] locals,
    List<List<String>> keys,
    int[] labels,
    byte[] splits,
    long[] times,
    long[] clusters,
    CsrRows rows,
    Degrees degrees) {

  /**
   * Where the edges of the masters are.
   *
   * @param ins in-edges of each in its own partition
   * @param outs out-edges of each in its own partition
   * @param offsets [masters + 1] first of the other replicas of each, and the end
   * @param partitions partition of each of these, ascending for a master
   * @param locals local number of the vertex there
   * @param otherIns in-edges there
   * @param otherOuts out-edges there
   */
  public record Degrees(
      int[] ins,
      int[] outs,
      int[] offsets,
      int[] partitions,
      int[] locals,
      int[] otherIns,
      int[] otherOuts) {
    /** In-edges of a master in all partitions. */
    int in(int master) {
      int sum = ins[master];
      for (int r = offsets[master]; r < offsets[master + 1]; r++) {
        sum += otherIns[r];
      }
      return sum;
    }
  }

  /** How many there are. */
  public int size() {
    return locals.length;
  }
}
