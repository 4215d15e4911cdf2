// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.half;

/** In scalar loops, which also end those of vectors. */
final class ScalarFloat16Rows implements Float16Rows {
  static final int HALF_BITS = 16;
  static final int EXPONENT_BITS = 3; // that a float32 has more
  static final int FRACTION_BITS = 13; // that a float32 has more
  static final int SHIFTED = 0x8FFFE000; // sign, exponent and fraction, three places further down
  static final float REBIAS = 0x1p112f; // 2^(127 - 15): moves the exponent, subnormal or not
  static final int SIGN = 0x80000000;
  static final int SIZE = 0x7FFFFFFF; // all but the sign
  static final int INFINITE = 0x7F800000; // as float32; greater sizes are not numbers
  static final int PAST = 0x47800000; // 2^16: what infinities and no numbers become by REBIAS
  static final int NORMAL = 0x38800000; // 2^-14: what is smaller is subnormal
  static final int BIAS = 0x38000000; // difference of the biases
  static final float UNIT = 0.5f; // whose last place is 2^-24, that of subnormal numbers
  static final int UNIT_BITS = 0x3F000000;
  static final int HALF_SIGN = 0x8000;
  static final int HALF_INFINITE = 0x7C00;
  static final int QUIET = 0x7E00; // not a number, as float16

  @Override
  public void widen(int[] row, int start, int dim, float[] target, int at) {
    widen(row, start, 0, dim, target, at);
  }

  static void widen(int[] row, int start, int column, int dim, float[] target, int at) {
    final int half = HalfRows.packed(dim);
    for (int j = column; j < half; j++) {
      target[at + j] = widen(row[start + j] << HALF_BITS);
    }
    for (int j = column; j < dim - half; j++) {
      target[at + half + j] = widen(row[start + j]);
    }
  }

  /**
   * One value.
   *
   * @param upper holds it in its upper half, and anything below
   */
  static float widen(int upper) {
    final float value = Float.intBitsToFloat(upper >> EXPONENT_BITS & SHIFTED) * REBIAS;
    final int bits = Float.floatToRawIntBits(value);
    return (bits & SIZE) < PAST ? value : Float.intBitsToFloat(bits | INFINITE);
  }

  @Override
  public void round(float[] source, int at, int dim, int[] row, int start) {
    round(source, at, 0, dim, row, start);
  }

  static void round(float[] source, int at, int column, int dim, int[] row, int start) {
    final int half = HalfRows.packed(dim);
    for (int j = column; j < half; j++) {
      row[start + j] = round(source[at + j]);
    }
    for (int j = column; j < dim - half; j++) {
      row[start + j] |= round(source[at + half + j]) << HALF_BITS;
    }
  }

  /** One value, in the lower half. */
  static int round(float value) {
    final int bits = Float.floatToRawIntBits(value);
    final int sign = bits >>> HALF_BITS & HALF_SIGN;
    final int size = bits & SIZE;
    if (size >= PAST) {
      return sign | (size > INFINITE ? QUIET : HALF_INFINITE);
    }
    if (size < NORMAL) { // the sum is rounded to multiples of the smallest number
      return sign | Float.floatToRawIntBits(Float.intBitsToFloat(size) + UNIT) - UNIT_BITS;
    }
    final int odd = size >>> FRACTION_BITS & 1;
    return sign | size - BIAS + 0xFFF + odd >>> FRACTION_BITS; // may carry into infinity
  }
}
