// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.jvector;

import io.graphember.inference.similar.NearestRows;
import io.graphember.inference.similar.RowBlocks;
import java.util.Arrays;

/** The longest rows of some. */
final class LongestRows {
  private static final int MOST = 256; // products that take a hundredth of a search

  private LongestRows() {}

  /**
   * Their numbers, ascending. O(rows).
   *
   * @return up to {@value #MOST}, none of zeros
   */
  static int[] of(RowBlocks rows) {
    final NearestRows longest = new NearestRows(MOST, Integer::compare);
    for (int row = 0; row < rows.size(); row++) {
      if (rows.inverseLength(row) > 0) {
        longest.offer(row, -rows.inverseLength(row));
      }
    }
    final int[] numbers = new int[longest.count()];
    for (int place = 0; place < numbers.length; place++) {
      numbers[place] = longest.row(place);
    }
    Arrays.sort(numbers);
    return numbers;
  }
}
