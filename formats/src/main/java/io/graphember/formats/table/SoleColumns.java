// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import java.util.Arrays;

/** Which columns of a table are read for one thing only. Immutable. */
final class SoleColumns {
  private final int[] reads; // how often each column is read

  /**
   * Looks at what is read.
   *
   * @param read column of each thing, -1 for none
   */
  SoleColumns(int[] read) {
    reads = new int[Arrays.stream(read).max().orElse(-1) + 1];
    for (int column : read) {
      if (column >= 0) {
        reads[column]++;
      }
    }
  }

  boolean has(int column) {
    return column < reads.length && reads[column] == 1;
  }
}
