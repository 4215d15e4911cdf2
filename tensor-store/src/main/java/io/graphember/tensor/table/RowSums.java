// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import java.util.Arrays;

/**
 * Gradients of one partition added up by row, in the order in which they are given; rows stand in
 * the order in which they were first named. One thread.
 */
final class RowSums {
  private final int dim;
  private final int[] slots; // open addressing: 1 + index in rows, or 0
  private final int[] rows;
  private float[] sums = {}; // the caller's, as long as there is nothing to add up
  private boolean own;
  private int count;

  /**
   * Nothing yet.
   *
   * @param dim values of a row
   * @param most different rows that will be named
   */
  RowSums(int dim, int most) {
    this.dim = dim;
    this.slots = new int[Integer.highestOneBit(Math.max(1, most)) << 2];
    this.rows = new int[most];
  }

  /**
   * Adds the values of rows to what was added before.
   *
   * @param values not to be changed any more
   */
  void add(int[] names, float[] values) {
    final int before = count;
    final int[] indexes = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      indexes[i] = index(names[i]);
    }
    if (before == 0 && count == names.length) {
      sums = values;
      return;
    }
    if (!own) {
      sums = Arrays.copyOf(sums, rows.length * dim);
      own = true;
    }
    addAll(indexes, before, values);
  }

  private void addAll(int[] indexes, int before, float[] values) {
    int known = before;
    for (int i = 0; i < indexes.length; i++) {
      if (indexes[i] == known) {
        System.arraycopy(values, i * dim, sums, known * dim, dim);
        known++;
      } else {
        add(values, i * dim, indexes[i] * dim);
      }
    }
  }

  private void add(float[] values, int from, int to) {
    for (int j = 0; j < dim; j++) {
      sums[to + j] += values[from + j];
    }
  }

  private int index(int row) {
    final int mask = slots.length - 1;
    int slot = row * 0x9E3779B9 >>> 7 & mask;
    while (slots[slot] != 0) {
      if (rows[slots[slot] - 1] == row) {
        return slots[slot] - 1;
      }
      slot = slot + 1 & mask;
    }
    rows[count] = row;
    slots[slot] = ++count;
    return count - 1;
  }

  /** Number of different rows. */
  int count() {
    return count;
  }

  /** Different rows, {@link #count} of them. */
  int[] rows() {
    return rows;
  }

  /** Their sums, row-major. */
  float[] sums() {
    return sums;
  }

  /** The first row with a sum that is infinite or not a number; -1 if there is none. */
  int firstNotFinite() {
    float[] zeros = new float[dim]; // by column; 0 times what is not finite is not a number
    for (int i = 0; i < count; i++) {
      addZeros(zeros, i * dim);
    }
    if (allZero(zeros)) {
      return -1;
    }
    for (int i = 0; i < count; i++) {
      Arrays.fill(zeros, 0);
      addZeros(zeros, i * dim);
      if (!allZero(zeros)) {
        return rows[i];
      }
    }
    return -1;
  }

  private void addZeros(float[] zeros, int at) {
    for (int j = 0; j < dim; j++) {
      zeros[j] += 0 * sums[at + j];
    }
  }

  private static boolean allZero(float[] zeros) {
    for (float zero : zeros) {
      if (zero != 0) {
        return false;
      }
    }
    return true;
  }
}
