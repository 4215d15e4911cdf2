// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

import java.util.Arrays;

/**
 * What the twins by vectors share: rows are copied to panels in scratch, which stay in the cache,
 * have no tails, and lie close together whatever the strides are.
 *
 * <p>For distances a panel holds so many rows of y, transposed, and lanes are candidates: a sum of
 * each pair, without sums across lanes. For gradients a panel holds a stretch of columns of all
 * rows, and lanes are columns: changes of two rows of x are held in registers while those of y go
 * by.
 *
 * <p>Methods of vectors that loops change are not called where those of others can be: a compiler
 * guesses the classes of the former from profiles, and does so no more (PerMethodTrapLimit) once
 * what it inlines was wrong about the kinds of operations too often, which is added up over all
 * operations of a method. Then vectors are objects, which takes fifteen times as long. So sums are
 * added to zeros before they are written; to negative ones, which change no float.
 */
abstract class PanelDistances implements RowDistances {
  /** The most floats of a row of a panel, and of two panels of gradients. */
  static final int PANEL = 64;

  /** Rows of x at a time for distances. */
  static final int BLOCK = 4;

  /** Rows of x at a time for gradients; four took twice as long in some JVMs, and never less. */
  static final int GROUP = 2;

  /** Rows of y at a time for gradients: they and their changes stay in the nearest cache. */
  private static final int CHUNK = 64;

  private final int width;
  private final int stretch;
  private final int parts;

  /**
   * For kernels of so wide panels.
   *
   * @param width candidates of a panel of distances, at most {@link #PANEL}
   * @param stretch floats of a row of a panel of gradients, at most half of {@link #PANEL}
   * @param parts parts of a row, columns of which are needed together
   */
  PanelDistances(int width, int stretch, int parts) {
    this.width = width;
    this.stretch = stretch;
    this.parts = parts;
  }

  @Override
  public final void distances(
      float[] x,
      int xStride,
      int rows,
      float[] y,
      int yStride,
      int count,
      int dim,
      float[] out,
      int outStride,
      float[] scratch) {
    final int whole = rows / BLOCK * BLOCK;
    final int tile = dim * width;
    for (int j = 0; j < count; j += width) {
      final int candidates = Math.min(width, count - j);
      transpose(y, j * yStride, yStride, candidates, dim, scratch);
      if (candidates == width) {
        for (int i = 0; i < whole; i += BLOCK) {
          block(x, i * xStride, xStride, dim, scratch, out, i * outStride + j, outStride);
        }
        for (int i = whole; i < rows; i++) {
          row(x, i * xStride, dim, scratch, out, i * outStride + j);
        }
      } else {
        for (int i = 0; i < whole; i += BLOCK) {
          block(x, i * xStride, xStride, dim, scratch, scratch, tile, width);
          for (int r = 0; r < BLOCK; r++) {
            System.arraycopy(scratch, tile + r * width, out, (i + r) * outStride + j, candidates);
          }
        }
        for (int i = whole; i < rows; i++) {
          row(x, i * xStride, dim, scratch, scratch, tile);
          System.arraycopy(scratch, tile, out, i * outStride + j, candidates);
        }
      }
    }
  }

  private void transpose(float[] y, int at, int yStride, int count, int dim, float[] panel) {
    int to = 0;
    for (int k = 0; k < dim; k++) {
      int from = at + k;
      for (int j = 0; j < count; j++) {
        panel[to + j] = y[from];
        from += yStride;
      }
      Arrays.fill(panel, to + count, to + width, 0f);
      to += width;
    }
  }

  /**
   * Distances of four rows of x to all candidates of a panel.
   *
   * @param xAt first float of the first row of x
   * @param panel the transposed candidates, from 0 on
   * @param out receives them from {@code outAt} on, with rows of {@code outStride} floats
   */
  abstract void block(
      float[] x,
      int xAt,
      int xStride,
      int dim,
      float[] panel,
      float[] out,
      int outAt,
      int outStride);

  /** The same for one row of x. */
  abstract void row(float[] x, int xAt, int dim, float[] panel, float[] out, int outAt);

  @Override
  public final void addGradients(
      float[] x,
      int xStride,
      int rows,
      float[] y,
      int yStride,
      int count,
      int dim,
      float[] distances,
      float[] weights,
      int outStride,
      float[] dx,
      float[] dy,
      float[] scratch) {
    final int factorsAt = 2 * stretch * (rows + count);
    final boolean weighs = factors(distances, weights, outStride, rows, count, scratch, factorsAt);
    final float[] factors = weighs ? scratch : weights;
    final int first = weighs ? factorsAt : 0;
    final int stride = weighs ? count : outStride;
    final int dxAt = rows * stretch;
    final int yAt = 2 * dxAt;
    final int dyAt = yAt + count * stretch;
    final int part = dim / parts;
    final int wide = stretch / parts;
    for (int column = 0; column < part; column += wide) {
      final int columns = Math.min(wide, part - column);
      pack(x, xStride, rows, column, part, columns, scratch, 0);
      pack(dx, xStride, rows, column, part, columns, scratch, dxAt);
      pack(y, yStride, count, column, part, columns, scratch, yAt);
      pack(dy, yStride, count, column, part, columns, scratch, dyAt);
      negate(scratch, dyAt, count * stretch);
      for (int j = 0; j < count; j += CHUNK) {
        addPanel(
            factors,
            first + j,
            stride,
            rows,
            scratch,
            dxAt,
            yAt + j * stretch,
            dyAt + j * stretch,
            Math.min(CHUNK, count - j));
      }
      unpack(scratch, dxAt, rows, column, part, columns, dx, xStride);
      negate(scratch, dyAt, count * stretch);
      unpack(scratch, dyAt, count, column, part, columns, dy, yStride);
    }
  }

  private void addPanel(
      float[] factors,
      int at,
      int stride,
      int rows,
      float[] panels,
      int dxAt,
      int yAt,
      int dyAt,
      int count) {
    final int whole = rows / GROUP * GROUP;
    for (int i = 0; i < whole; i += GROUP) {
      final int x = i * stretch;
      addGroup(factors, at + i * stride, stride, panels, x, dxAt + x, yAt, dyAt, count);
    }
    for (int i = whole; i < rows; i++) {
      final int x = i * stretch;
      addRow(factors, at + i * stride, panels, x, dxAt + x, yAt, dyAt, count);
    }
  }

  /** Changes of y are those of x with another sign: while they are added up, they have the same. */
  private static void negate(float[] values, int at, int count) {
    for (int j = at; j < at + count; j++) {
      values[j] = -values[j];
    }
  }

  private void pack(
      float[] source,
      int stride,
      int rows,
      int column,
      int part,
      int columns,
      float[] panel,
      int at) {
    final int wide = stretch / parts;
    int to = at;
    for (int i = 0; i < rows; i++) {
      for (int p = 0; p < parts; p++) {
        System.arraycopy(source, i * stride + p * part + column, panel, to, columns);
        Arrays.fill(panel, to + columns, to + wide, 0f);
        to += wide;
      }
    }
  }

  private void unpack(
      float[] panel,
      int at,
      int rows,
      int column,
      int part,
      int columns,
      float[] target,
      int stride) {
    final int wide = stretch / parts;
    int from = at;
    for (int i = 0; i < rows; i++) {
      for (int p = 0; p < parts; p++) {
        System.arraycopy(panel, from, target, i * stride + p * part + column, columns);
        from += wide;
      }
    }
  }

  /**
   * Factors that differences are multiplied by, if they are others than the weights.
   *
   * @param factors receives {@code rows} rows of {@code count} from {@code at} on
   * @return false if they are the weights
   */
  abstract boolean factors(
      float[] distances, float[] weights, int stride, int rows, int count, float[] factors, int at);

  /**
   * Adds the gradients of pairs of two rows of x.
   *
   * @param factors those of the first row from {@code at} on
   * @param panels the rows of x from {@code x} on, their changes from {@code dx} on, the rows of y
   *     and their changes with another sign in the same way
   */
  abstract void addGroup(
      float[] factors, int at, int stride, float[] panels, int x, int dx, int y, int dy, int count);

  /** The same for one row of x. */
  abstract void addRow(
      float[] factors, int at, float[] panels, int x, int dx, int y, int dy, int count);
}
