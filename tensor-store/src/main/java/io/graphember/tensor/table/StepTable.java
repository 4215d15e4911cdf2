// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;

/**
 * A function of the step, worked out once: 8 bytes a step, a chunk of steps at a time when the
 * first of them is asked for. Safe for use by several threads.
 */
abstract class StepTable {
  /** Steps of a chunk. */
  static final int CHUNK = 1024;

  private volatile double[][] chunks = {};

  /** A table of a function whose values do not depend on one another. */
  static StepTable of(LongToDoubleFunction function) {
    return new StepTable() {
      @Override
      void fill(long first, double[] values) {
        for (int i = 0; i < values.length; i++) {
          values[i] = function.applyAsDouble(first + i);
        }
      }
    };
  }

  /** The value of a step, 0 or more. */
  final double at(long step) {
    final int number = (int) (step / CHUNK);
    final double[][] known = chunks;
    double[] chunk = number < known.length ? known[number] : null;
    return (chunk == null ? filled(number) : chunk)[(int) (step % CHUNK)];
  }

  private synchronized double[] filled(int number) {
    if (number < chunks.length && chunks[number] != null) {
      return chunks[number];
    }
    double[] chunk = new double[CHUNK];
    fill((long) number * CHUNK, chunk);
    double[][] more = Arrays.copyOf(chunks, Math.max(chunks.length, number + 1));
    more[number] = chunk;
    chunks = more;
    return chunk;
  }

  /**
   * Works out the values of consecutive steps; the same ones whatever was asked for before.
   *
   * @param first a multiple of {@link #CHUNK}
   * @param values receives those of steps {@code first .. first + CHUNK - 1}
   */
  abstract void fill(long first, double[] values);
}
