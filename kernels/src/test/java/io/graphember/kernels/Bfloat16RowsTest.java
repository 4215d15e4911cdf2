// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.CounterRandom;
import org.junit.jupiter.api.Test;

class Bfloat16RowsTest {
  private static final Bfloat16Rows SCALAR = new ScalarBfloat16Rows();

  private static float roundTrip(float value) {
    int[] row = new int[1];
    SCALAR.store(new float[] {value}, 0, 1, 0, row, 0);
    float[] back = new float[1];
    SCALAR.load(row, 0, 1, 0, back, 0);
    return back[0];
  }

  @Test
  void roundsToNearestTiesToEven() {
    assertThat(roundTrip(1)).isEqualTo(1);
    assertThat(roundTrip(1 + 0x1p-8f)).isEqualTo(1); // halfway, even below
    assertThat(roundTrip(1 + 3 * 0x1p-8f)).isEqualTo(1 + 0x1p-6f); // halfway, even above
    assertThat(roundTrip(1 + 0x1.1p-8f)).isEqualTo(1 + 0x1p-7f);
    assertThat(roundTrip(-1 - 0x1.1p-8f)).isEqualTo(-1 - 0x1p-7f);
    assertThat(Float.floatToRawIntBits(roundTrip(-0f))).isEqualTo(0x80000000);
    assertThat(roundTrip(Float.MAX_VALUE)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(roundTrip(Float.NEGATIVE_INFINITY)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(roundTrip(Float.intBitsToFloat(0x7FFFFFFF))).isNaN();
    assertThat(roundTrip(Float.intBitsToFloat(0x7F800001))).isNaN();
  }

  /** Any bits at all; slots come back as they were. */
  @Test
  void bothTwinsGiveTheSameBits() {
    assertThat(Bfloat16Rows.BEST.getClass().getSimpleName()).isEqualTo("VectorBfloat16Rows");
    for (int dim : new int[] {1, 5, 16, 47, 128, 131}) {
      final int slots = 2 * dim;
      float[] row = new float[dim + slots + 1];
      for (int i = 0; i < row.length; i++) {
        row[i] = Float.intBitsToFloat((int) CounterRandom.bits(dim, i));
      }
      int[][] stored = new int[2][Bfloat16Rows.packed(dim) + slots + 3];
      float[][] loaded = new float[2][dim + slots + 3];
      for (int t = 0; t < 2; t++) {
        Bfloat16Rows twin = t == 0 ? SCALAR : Bfloat16Rows.BEST;
        twin.store(row, 1, dim, slots, stored[t], 2);
        twin.load(stored[t], 2, dim, slots, loaded[t], 1);
      }
      assertThat(stored[1]).isEqualTo(stored[0]);
      for (int i = 0; i < loaded[0].length; i++) {
        int bits = Float.floatToRawIntBits(loaded[0][i]);
        assertThat(Float.floatToRawIntBits(loaded[1][i])).isEqualTo(bits);
        if (i > dim && i <= dim + slots) {
          assertThat(bits).isEqualTo(Float.floatToRawIntBits(row[i]));
        }
      }
    }
  }
}
