// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.half;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HalfRowsTest {
  private static final Float16Rows SCALAR = new ScalarFloat16Rows();

  private static int round(HalfRows format, float value) {
    int[] row = new int[1];
    format.round(new float[] {value}, 0, 1, row, 0);
    return row[0];
  }

  private static float widen(HalfRows format, int half) {
    float[] value = new float[1];
    format.widen(new int[] {half}, 0, 1, value, 0);
    return value[0];
  }

  /** By the definition of the format: sign, exponent, fraction. */
  private static float float16(int half) {
    final double sign = half < 0x8000 ? 1 : -1;
    final int exponent = half >>> 10 & 31;
    final double fraction = (half & 0x3FF) / 1024.0;
    if (exponent == 31) {
      return fraction == 0 ? (float) (sign * Double.POSITIVE_INFINITY) : Float.NaN;
    }
    return (float)
        (sign
            * (exponent == 0
                ? fraction * Math.pow(2, -14)
                : (1 + fraction) * Math.pow(2, exponent - 15)));
  }

  @Test
  void widensEachFloat16() {
    for (int half = 0; half < 1 << 16; half++) {
      final float expected = float16(half);
      final float widened = widen(SCALAR, half);
      if (Float.isNaN(expected)) {
        assertThat(widened).isNaN();
      } else {
        assertThat(Float.floatToRawIntBits(widened)).isEqualTo(Float.floatToRawIntBits(expected));
      }
    }
  }

  @Test
  void widensEachBfloat16() {
    for (int half = 0; half < 1 << 16; half++) {
      assertThat(Float.floatToRawIntBits(widen(HalfRows.BFLOAT16, half))).isEqualTo(half << 16);
    }
  }

  /** What is not a number becomes the quiet one. */
  @Test
  void givesTheBitsBackThatWereWidened() {
    for (HalfRows format : new HalfRows[] {SCALAR, HalfRows.FLOAT16, HalfRows.BFLOAT16}) {
      for (int half = 0; half < 1 << 16; half++) {
        final float value = widen(format, half);
        if (Float.isNaN(value)) {
          assertThat(widen(format, round(format, value))).isNaN();
        } else {
          assertThat(round(format, value)).isEqualTo(half);
        }
      }
    }
  }

  @Test
  void roundsToNearestTiesToEven() {
    assertThat(round(SCALAR, 1)).isEqualTo(0x3C00);
    assertThat(round(SCALAR, 1 + 0x1p-11f)).isEqualTo(0x3C00); // halfway, even below
    assertThat(round(SCALAR, 1 + 3 * 0x1p-11f)).isEqualTo(0x3C02); // halfway, even above
    assertThat(round(SCALAR, Math.nextUp(1 + 0x1p-11f))).isEqualTo(0x3C01);
    assertThat(round(SCALAR, -1 - 0x1.1p-11f)).isEqualTo(0xBC01);
    assertThat(round(SCALAR, -0f)).isEqualTo(0x8000);
    assertThat(round(SCALAR, 0x1p-25f)).isZero(); // half of the smallest, even below
    assertThat(round(SCALAR, Math.nextUp(0x1p-25f))).isEqualTo(1);
    assertThat(round(SCALAR, 3 * 0x1p-25f)).isEqualTo(2);
    assertThat(round(SCALAR, Float.MIN_VALUE)).isZero();
    assertThat(round(SCALAR, Math.nextDown(0x1p-14f))).isEqualTo(0x0400); // into normal numbers
  }

  @Test
  void endsAt65504() {
    assertThat(widen(SCALAR, round(SCALAR, 65504))).isEqualTo(65504);
    assertThat(widen(SCALAR, round(SCALAR, Math.nextDown(65520f)))).isEqualTo(65504);
    assertThat(round(SCALAR, 65520)).isEqualTo(0x7C00);
    assertThat(round(SCALAR, -Float.MAX_VALUE)).isEqualTo(0xFC00);
    assertThat(round(SCALAR, Float.NEGATIVE_INFINITY)).isEqualTo(0xFC00);
    assertThat(round(SCALAR, Float.intBitsToFloat(0x7F800001))).isEqualTo(0x7E00);
    assertThat(round(SCALAR, Float.intBitsToFloat(0xFFFFFFFF))).isEqualTo(0xFE00);
  }

  /** No other float16 is nearer, and one as near has an odd last place. */
  @Property
  void isTheNearest(@ForAll @IntRange(min = 0, max = 0x477FDFFF) int bits, @ForAll boolean below) {
    final float value = Float.intBitsToFloat(below ? bits >>> 1 : bits);
    final int half = round(SCALAR, value);
    final BigDecimal distance = distance(value, half);
    for (int other : new int[] {half - 1, half + 1}) {
      if (other >= 0 && other < 0x7C00) {
        final int order = distance.compareTo(distance(value, other));
        assertThat(order).isLessThanOrEqualTo(0);
        assertThat(order == 0 && (half & 1) == 1).isFalse();
      }
    }
  }

  private static BigDecimal distance(float value, int half) {
    return new BigDecimal(value).subtract(new BigDecimal(float16(half))).abs();
  }

  @Property
  void bothTwinsGiveTheSameBits(
      @ForAll float[] values, @ForAll int[] anyBits, @ForAll @IntRange(max = 70) int more) {
    assertThat(HalfRows.FLOAT16.getClass().getSimpleName()).isEqualTo("VectorFloat16Rows");
    final int dim = values.length + anyBits.length + more + 1;
    float[] row = new float[dim + 1];
    System.arraycopy(values, 0, row, 1, values.length);
    for (int i = 0; i < anyBits.length; i++) {
      row[1 + values.length + i] = Float.intBitsToFloat(anyBits[i]);
    }
    int[][] rounded = new int[2][HalfRows.packed(dim) + 3];
    float[][] widened = new float[2][dim + 3];
    for (int t = 0; t < 2; t++) {
      HalfRows twin = t == 0 ? SCALAR : HalfRows.FLOAT16;
      twin.round(row, 1, dim, rounded[t], 2);
      twin.widen(rounded[t], 2, dim, widened[t], 1);
    }
    assertThat(rounded[1]).isEqualTo(rounded[0]);
    for (int i = 0; i < widened[0].length; i++) {
      assertThat(Float.floatToRawIntBits(widened[1][i]))
          .isEqualTo(Float.floatToRawIntBits(widened[0][i]));
    }
  }

  /** Each value of all 65,536, in every lane of both halves. */
  @Test
  void bothTwinsWidenEachValueAlike() {
    final int dim = 1 << 16;
    int[] row = new int[dim / 2];
    for (int i = 0; i < row.length; i++) {
      row[i] = i | i + row.length << 16;
    }
    float[] scalar = new float[dim];
    float[] vector = new float[dim];
    SCALAR.widen(row, 0, dim, scalar, 0);
    HalfRows.FLOAT16.widen(row, 0, dim, vector, 0);
    for (int i = 0; i < dim; i++) {
      assertThat(Float.floatToRawIntBits(vector[i])).isEqualTo(Float.floatToRawIntBits(scalar[i]));
    }
  }
}
