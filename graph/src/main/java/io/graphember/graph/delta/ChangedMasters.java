// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.delta;

import io.graphember.spi.CsrRows;
import java.util.Arrays;

/**
 * Masters of a partition that came again, with all that is known of them since then. Not to be
 * changed.
 *
 * @param masters local numbers, ascending
 * @param labels class of each, -1 for none
 * @param splits code of the split of each, 0 for none
 * @param times timestamp of each, {@link io.graphember.schema.VertexAttributes#UNKNOWN} for none
 * @param clusters cluster of each, the same for none
 * @param rows features of each, then its targets, as many as its type has
 */
public record ChangedMasters(
    int[] masters, int[] labels, byte[] splits, long[] times, long[] clusters, CsrRows rows) {
  /** None. */
  public static final ChangedMasters NONE =
      new ChangedMasters(
          new int[0],
          new int[0],
          new byte[0],
          new long[0],
          new long[0],
          new CsrRows.Builder(1, 0, 0).build());

  /** How many there are. */
  public int size() {
    return masters.length;
  }

  /** Place of the first master with a local number or a higher one. */
  public int from(int local) {
    final int found = Arrays.binarySearch(masters, local);
    return found < 0 ? -found - 1 : found;
  }

  /** Place of a master; -1 if it is none of them. */
  public int find(int local) {
    return Math.max(-1, Arrays.binarySearch(masters, local));
  }

  /**
   * Copies some floats of a row out.
   *
   * @param place {@code 0 .. size() - 1}
   * @param first column of the first float
   * @param count how many
   */
  public void read(int place, int first, int count, float[] target) {
    Arrays.fill(target, 0, count, 0f);
    for (int e = rows.offsets()[place]; e < rows.offsets()[place + 1]; e++) {
      final int column = rows.columns()[e] - first;
      if (column >= 0 && column < count) {
        target[column] = rows.values()[e];
      }
    }
  }

  /**
   * Adds the entries of a row to others, as their next one.
   *
   * @param count columns {@code 0 .. count - 1} are added
   */
  public void append(int place, int count, CsrRows.Builder target) {
    for (int e = rows.offsets()[place]; e < rows.offsets()[place + 1]; e++) {
      if (rows.columns()[e] < count) {
        target.add(rows.columns()[e], rows.values()[e]);
      }
    }
    target.endRow();
  }
}
