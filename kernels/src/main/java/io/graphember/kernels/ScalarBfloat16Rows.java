// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

/**
 * {@code bits = (x + 0x7FFF + lowest kept bit) >>> 16}, and back by a shift, in scalar loops, which
 * also end those of vectors.
 */
final class ScalarBfloat16Rows implements Bfloat16Rows {
  static final int HALF_BITS = 16;
  static final int UPPER = 0xFFFF0000;
  static final int SIZE = 0x7FFFFFFF; // all but the sign
  static final int INFINITE = 0x7F800000; // greater sizes are not numbers
  static final int QUIET = 0x7FC0; // not a number, as bfloat16

  @Override
  public void load(int[] row, int start, int dim, int slots, float[] target, int at) {
    widen(row, start, 0, dim, target, at);
    copy(row, start + Bfloat16Rows.packed(dim), 0, slots, target, at + dim);
  }

  static void widen(int[] from, int start, int column, int dim, float[] to, int at) {
    final int half = Bfloat16Rows.packed(dim);
    for (int j = column; j < half; j++) {
      to[at + j] = Float.intBitsToFloat(from[start + j] << HALF_BITS);
    }
    for (int j = column; j < dim - half; j++) {
      to[at + half + j] = Float.intBitsToFloat(from[start + j] & UPPER);
    }
  }

  static void copy(int[] from, int start, int column, int count, float[] to, int at) {
    for (int j = column; j < count; j++) {
      to[at + j] = Float.intBitsToFloat(from[start + j]);
    }
  }

  @Override
  public void store(float[] source, int at, int dim, int slots, int[] row, int start) {
    pack(source, at, 0, dim, row, start);
    copy(source, at + dim, 0, slots, row, start + Bfloat16Rows.packed(dim));
  }

  static void pack(float[] from, int at, int column, int dim, int[] to, int start) {
    final int half = Bfloat16Rows.packed(dim);
    for (int j = column; j < half; j++) {
      to[start + j] = round(from[at + j]);
    }
    for (int j = column; j < dim - half; j++) {
      to[start + j] |= round(from[at + half + j]) << HALF_BITS;
    }
  }

  static int round(float value) {
    int bits = Float.floatToRawIntBits(value);
    int rounded = bits + 0x7FFF + (bits >>> HALF_BITS & 1) >>> HALF_BITS;
    return (bits & SIZE) > INFINITE ? QUIET : rounded;
  }

  static void copy(float[] from, int at, int column, int count, int[] to, int start) {
    for (int j = column; j < count; j++) {
      to[start + j] = Float.floatToRawIntBits(from[at + j]);
    }
  }
}
