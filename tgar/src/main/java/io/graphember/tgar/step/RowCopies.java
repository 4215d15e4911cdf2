// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

/** Copies between stored rows, which lie close, and rows of tiles, which are a stride apart. */
final class RowCopies {
  private RowCopies() {}

  static void read(float[] from, int first, int rows, int columns, float[] to, int stride) {
    if (stride == columns) {
      System.arraycopy(from, first * columns, to, 0, rows * columns);
      return;
    }
    for (int i = 0; i < rows; i++) {
      System.arraycopy(from, (first + i) * columns, to, i * stride, columns);
    }
  }

  static void write(float[] from, int stride, int rows, int columns, float[] to, int first) {
    if (stride == columns) {
      System.arraycopy(from, 0, to, first * columns, rows * columns);
      return;
    }
    for (int i = 0; i < rows; i++) {
      System.arraycopy(from, i * stride, to, (first + i) * columns, columns);
    }
  }

  static void add(float[] from, int stride, int rows, int columns, float[] to, int first) {
    for (int i = 0; i < rows; i++) {
      final int at = (first + i) * columns;
      for (int j = 0; j < columns; j++) {
        to[at + j] += from[i * stride + j];
      }
    }
  }
}
