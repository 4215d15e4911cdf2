// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.memory.RowSlab;
import io.graphember.spi.error.GraphemberException;
import org.junit.jupiter.api.Test;

class SumRequestTest {
  private final RowSlab slab = new RowSlab(3, 2);

  SumRequestTest() {
    for (int row = 0; row < 3; row++) {
      slab.write(row, new float[] {row, 10 * row}, 0);
    }
  }

  @Test
  void sumsComeInTheOrderAskedFor() {
    SumRequest request =
        new SumRequest(7, new int[] {2, 1}, new int[] {1, 2, 2}, new float[] {1, 2, -1});
    assertThat(request.answer(slab)).containsExactly(5, 50, -2, -20);
    assertThat(request.sums()).isEqualTo(2);
    assertThat(request.rows()).isEqualTo(3);
    assertThat(request.bytes()).isEqualTo(32);
    assertThat(new SumRequest(7, new int[] {2}, new int[] {1, 2}, null).answer(slab))
        .containsExactly(3, 30);
    assertThat(new SumRequest(7, new int[0], new int[0], null).answer(slab)).isEmpty();
  }

  @Test
  void whatDoesNotFitIsRefused() {
    refused(new SumRequest(7, new int[] {1}, new int[] {3}, null), "row 3, partition 7 has 3 rows");
    refused(
        new SumRequest(7, new int[] {1}, new int[] {-1}, null), "row -1, partition 7 has 3 rows");
    refused(new SumRequest(7, new int[] {1, 0}, new int[] {2}, null), "a sum of 0 rows");
    refused(
        new SumRequest(7, new int[] {Integer.MAX_VALUE, 2}, new int[] {2}, null),
        "1 rows for sums of 2147483649, with no weights");
    refused(
        new SumRequest(7, new int[] {1}, new int[] {2}, new float[2]),
        "1 rows for sums of 1, with 2 weights");
  }

  private void refused(SumRequest request, String what) {
    assertThatThrownBy(() -> request.answer(slab))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(GraphError.REQUEST_OUT_OF_RANGE)).isTrue())
        .hasMessage("A request for sums of rows does not fit its partition: " + what + ".");
  }
}
