// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class CsrRowsTest {
  /** Dense rows, mostly zeros. */
  record Dense(int rows, int dim, float[] values) {}

  @Provide
  Arbitrary<Dense> dense() {
    Arbitrary<Float> value =
        Arbitraries.integers().between(-12, 12).map(i -> i < -3 || i > 3 ? 0f : i / 2f);
    return Combinators.combine(
            Arbitraries.integers().between(0, 9), Arbitraries.integers().between(1, 17))
        .flatAs(
            (rows, dim) ->
                value
                    .array(Float[].class)
                    .ofSize(rows * dim)
                    .map(
                        boxed -> {
                          float[] values = new float[boxed.length];
                          for (int i = 0; i < values.length; i++) {
                            values[i] = boxed[i];
                          }
                          return new Dense(rows, dim, values);
                        }));
  }

  @Property
  void denseRowsComeBack(@ForAll("dense") Dense dense) {
    CsrRows rows = CsrRows.of(dense.values, 0, dense.rows, dense.dim);
    assertThat(rows.dense()).isEqualTo(dense.values);
    assertThat(rows.fault()).isEmpty();
    assertThat(rows.entries()).isEqualTo(CsrRows.count(dense.values, 0, dense.values.length));
  }

  @Property
  void transposedTwiceIsTheSame(@ForAll("dense") Dense dense) {
    if (dense.rows == 0) {
      return;
    }
    CsrRows rows = CsrRows.of(dense.values, 0, dense.rows, dense.dim);
    CsrRows transposed = rows.transposed(dense.rows);
    assertThat(transposed.fault()).isEmpty();
    for (int i = 0; i < dense.rows; i++) {
      for (int j = 0; j < dense.dim; j++) {
        assertThat(transposed.dense()[j * dense.rows + i])
            .isEqualTo(dense.values[i * dense.dim + j]);
      }
    }
    assertThat(transposed.transposed(dense.dim)).isEqualTo(rows).hasSameHashCodeAs(rows);
  }

  @Test
  void saysWhatIsWrongWithRowsThatAreNotTrusted() {
    assertFault(new int[] {1, 1}, new int[1], "begin at entry 1");
    assertFault(new int[] {0, 4}, new int[4], "have 4 entries in row 0, of 3 columns");
    assertFault(new int[] {0, -1}, new int[0], "have -1 entries in row 0, of 3 columns");
    assertFault(new int[] {0, 2}, new int[1], "have 1 columns and 1 values for 2 entries");
    assertFault(
        new int[] {0, 2},
        new int[] {1, 1},
        "name column 1 after 1 in row 0; columns ascend and are below 3");
    assertFault(
        new int[] {0, 1},
        new int[] {3},
        "name column 3 after -1 in row 0; columns ascend and are below 3");
    assertFault(
        new int[] {0, 1},
        new int[] {-1},
        "name column -1 after -1 in row 0; columns ascend and are below 3");
  }

  private static void assertFault(int[] offsets, int[] columns, String fault) {
    assertThat(new CsrRows(1, 3, offsets, columns, new float[columns.length]).fault())
        .contains(fault);
  }

  @Test
  void checksItsLengths() {
    assertThatThrownBy(() -> new CsrRows(2, 3, new int[2], new int[0], new float[0]))
        .hasMessage(
            "need rows >= 0, dim >= 1 and an offset more than rows: rows=2 dim=3 offsets=2");
    assertThat(new CsrRows(1, 3, new int[] {0, 0}, new int[0], new float[0]))
        .hasToString("CsrRows[1 x 3, 0 entries]");
  }

  @Test
  void paysUpToAnEighthOfTheFloats() {
    assertThat(CsrRows.pays(100, 10, 80)).isTrue();
    assertThat(CsrRows.pays(101, 10, 80)).isFalse();
    assertThat(CsrRows.bytes(10, 100)).isEqualTo(840);
  }
}
