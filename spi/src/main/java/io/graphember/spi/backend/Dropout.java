// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.CsrRows;
import java.nio.FloatBuffer;

/**
 * The dropout masks of a batch, the same in every backend: a backend multiplies by the mask instead
 * of drawing numbers of its own.
 *
 * <p>The mask of a layer is float32[rows, columns]: 0 for a dropped value and {@code 1 / (1 -
 * rate)} for a kept one (inverted dropout). Value {@code i} (row-major) uses 16 bits of {@code
 * bits(child( dropoutKey, layer), i / 4)}, lowest bits first, and is dropped if they are below
 * {@code round(rate * 65536)}; the rate is thus a multiple of 2^-16.
 */
public final class Dropout {
  private Dropout() {}

  /**
   * Fills the mask of one layer's input rows.
   *
   * @param dropoutKey {@link MiniBatch#dropoutKey()}
   * @param layer layer whose input is masked, 0 for the input rows
   * @param rate share of dropped values, {@code [0, 1)}
   * @param length rows * columns; may be 0
   * @param mask receives {@code length} floats from its index 0; its position does not move
   */
  public static void fill(long dropoutKey, int layer, float rate, int length, FloatBuffer mask) {
    final long key = CounterRandom.child(dropoutKey, layer);
    final int threshold = Math.round(rate * 65536f);
    final int kept = Float.floatToRawIntBits(65536f / (65536 - threshold));
    int i = 0;
    for (long counter = 0; i < length; counter++) {
      long bits = CounterRandom.bits(key, counter);
      final int end = Math.min(i + 4, length);
      for (; i < end; i++) {
        // All ones where dropped. No branch: it would be mispredicted as often as values drop.
        int dropped = ((int) (bits & 0xFFFF) - threshold) >> 31;
        mask.put(i, Float.intBitsToFloat(kept & ~dropped));
        bits >>>= 16;
      }
    }
  }

  /**
   * A piece of the mask that {@link #fill} gives of a long row.
   *
   * @param first place of its first value, 0 or more
   * @param length how many values
   * @param mask receives them from {@code at} on
   */
  public static void fill(
      long dropoutKey, int layer, float rate, long first, int length, float[] mask, int at) {
    final long key = CounterRandom.child(dropoutKey, layer);
    final int threshold = Math.round(rate * 65536f);
    final int kept = Float.floatToRawIntBits(65536f / (65536 - threshold));
    for (int i = 0; i < length; ) {
      final int within = (int) (first + i & 3);
      long bits = CounterRandom.bits(key, first + i >> 2) >>> 16 * within;
      final int end = Math.min(length, i + 4 - within);
      for (; i < end; i++) {
        int dropped = ((int) (bits & 0xFFFF) - threshold) >> 31;
        mask[at + i] = Float.intBitsToFloat(kept & ~dropped);
        bits >>>= 16;
      }
    }
  }

  /**
   * Sparse rows times the mask that {@link #fill} gives of as many dense ones. O(entries).
   *
   * @return without the entries that are dropped
   */
  public static CsrRows masked(long dropoutKey, int layer, float rate, CsrRows rows) {
    return masked(dropoutKey, layer, rate, rows, 0);
  }

  /**
   * The same of a piece of the rows.
   *
   * @param first place of the first row among all of them
   */
  public static CsrRows masked(long dropoutKey, int layer, float rate, CsrRows rows, long first) {
    final long key = CounterRandom.child(dropoutKey, layer);
    final int threshold = Math.round(rate * 65536f);
    final float kept = 65536f / (65536 - threshold);
    int[] offsets = new int[rows.rows() + 1];
    int[] columns = new int[rows.entries()];
    float[] values = new float[rows.entries()];
    int entry = 0;
    for (int i = 0; i < rows.rows(); i++) {
      for (int e = rows.offsets()[i]; e < rows.offsets()[i + 1]; e++) {
        final long place = (first + i) * rows.dim() + rows.columns()[e];
        final long bits = CounterRandom.bits(key, place / 4) >>> 16 * (place % 4);
        columns[entry] = rows.columns()[e];
        values[entry] = kept * rows.values()[e];
        entry += (bits & 0xFFFF) < threshold ? 0 : 1;
      }
      offsets[i + 1] = entry;
    }
    return new CsrRows(rows.rows(), rows.dim(), offsets, columns, values);
  }
}
