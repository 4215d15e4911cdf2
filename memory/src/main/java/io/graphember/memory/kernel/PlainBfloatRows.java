// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.kernel;

/** The plain twin. Its loops also end those of the vector twin. */
final class PlainBfloatRows implements BfloatRows {
  private static final int HALF_BITS = 16;
  private static final int QUIET = 0x7FC0; // not a number

  @Override
  public void load(short[] row, int start, int dim, int slots, float[] target, int at) {
    expand(row, start, 0, dim, target, at);
    join(row, start + dim, 0, slots, target, at + dim);
  }

  static void expand(short[] from, int start, int column, int count, float[] to, int at) {
    for (int j = column; j < count; j++) {
      to[at + j] = Float.intBitsToFloat(from[start + j] << HALF_BITS);
    }
  }

  static void join(short[] from, int start, int column, int count, float[] to, int at) {
    for (int j = column; j < count; j++) {
      int upper = from[start + j] << HALF_BITS;
      to[at + j] = Float.intBitsToFloat(upper | from[start + count + j] & 0xFFFF);
    }
  }

  @Override
  public void store(float[] source, int at, int dim, int slots, short[] row, int start) {
    round(source, at, 0, dim, row, start);
    split(source, at + dim, 0, slots, row, start + dim);
  }

  static void round(float[] from, int at, int column, int count, short[] to, int start) {
    for (int j = column; j < count; j++) {
      int bits = Float.floatToRawIntBits(from[at + j]);
      int rounded = bits + 0x7FFF + (bits >>> HALF_BITS & 1) >>> HALF_BITS;
      to[start + j] = (short) (from[at + j] == from[at + j] ? rounded : QUIET);
    }
  }

  static void split(float[] from, int at, int column, int count, short[] to, int start) {
    for (int j = column; j < count; j++) {
      int bits = Float.floatToRawIntBits(from[at + j]);
      to[start + j] = (short) (bits >>> HALF_BITS);
      to[start + count + j] = (short) bits;
    }
  }
}
