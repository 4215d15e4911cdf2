// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowSlabTest {
  /** Dims with and without padding, and more rows than one segment of 16 MiB holds. */
  @ParameterizedTest
  @CsvSource({"0, 3", "1, 1", "100, 7", "3000, 1433", "70000, 64", "5, 1048576"})
  void rowsComeBack(int rows, int dim) {
    RowSlab slab = new RowSlab(rows, dim);
    assertThat(slab.rows()).isEqualTo(rows);
    assertThat(slab.dim()).isEqualTo(dim);
    float[] row = new float[dim + 2];
    for (int r = 0; r < rows; r += 3) {
      row[1] = r + 1;
      row[dim] = -(r + 1);
      slab.write(r, row, 1);
    }
    float[] read = new float[dim + 2];
    for (int r = 0; r < rows; r++) {
      read[0] = 5;
      read[dim + 1] = 5;
      slab.read(r, read, 1);
      assertThat(read[0]).isEqualTo(5);
      assertThat(read[dim + 1]).isEqualTo(5);
      assertThat(read[dim]).isEqualTo(r % 3 == 0 ? -(r + 1) : 0);
      assertThat(read[1]).isEqualTo(r % 3 == 0 ? (dim == 1 ? -1 : 1) * (r + 1) : 0);
    }
  }

  @Test
  void anUntouchedRowReadsAsZeros() {
    float[] row = {9, 9, 9};
    new RowSlab(2, 3).read(1, row, 0);
    assertThat(row).containsOnly(0);
  }

  @Test
  void paddingCostsNoMoreThanAQuarter() {
    assertThat(RowSlab.estimateBytes(10, 128)).isEqualTo(4 * 128 * 10);
    assertThat(RowSlab.estimateBytes(10, 100)).isEqualTo(4 * 112 * 10);
    assertThat(RowSlab.estimateBytes(10, 17)).isEqualTo(4 * 17 * 10);
    assertThat(RowSlab.estimateBytes(10, 3)).isEqualTo(4 * 3 * 10);
    assertThat(RowSlab.estimateBytes(1L << 33, 16)).isEqualTo(1L << 39);
  }

  @Test
  void sizesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new RowSlab(-1, 2))
        .hasMessage("need rows >= 0 and dim >= 1: rows=-1 dim=2");
    assertThatThrownBy(() -> new RowSlab(1, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Rows that were never written are zeros in a sum too. */
  @Test
  void rowsAreAddedUpWhateverSegmentTheyLieIn() {
    RowSlab slab = new RowSlab(3_000_000, 2); // two segments
    slab.write(0, new float[] {1, 2}, 0);
    slab.write(1, new float[] {10, 20}, 0);
    float[] sum = new float[3];
    slab.sum(new int[] {9, 0, 1}, null, 1, 3, sum, 1);
    assertThat(sum).containsExactly(0, 11, 22);
    slab.sum(new int[] {2_999_999, 0, 1}, new float[] {7, 2, 3}, 0, 3, sum, 0);
    assertThat(sum).containsExactly(32, 64, 22);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 1 << 15, (1 << 15) + 7})
  void aLongerSlabHasTheRowsAndRoomBehindThem(int rows) {
    RowSlab slab = new RowSlab(rows, 128);
    float[] row = new float[128];
    for (int r = 0; r < rows; r += 3) {
      row[5] = r + 1;
      slab.write(r, row, 0);
    }
    RowSlab longer = slab.extended(rows + 40_000);
    assertThat(longer.rows()).isEqualTo(rows + 40_000);
    row[5] = -2;
    longer.write(rows, row, 0);
    longer.write(rows + 39_999, row, 0);
    for (int r = 0; r < longer.rows(); r++) {
      longer.read(r, row, 0);
      final boolean added = r == rows || r == rows + 39_999;
      assertThat(row[5]).isEqualTo(added ? -2 : r < rows && r % 3 == 0 ? r + 1 : 0);
    }
  }
}
