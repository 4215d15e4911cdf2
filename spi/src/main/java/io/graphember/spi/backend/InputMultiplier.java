// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.Workers;
import io.graphember.spi.model.InputProduct;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * Computes the {@link InputProduct} of a layer before an engine sees what enters it, and gradients
 * afterwards. Rows are loaded, multiplied, added to a bias and rectified in pieces that stay in a
 * core's cache, where an engine writes all rows after each of these steps.
 *
 * <p>A piece of rows is {@code [operand, operand, ..., 1]}, the matrix the weights of these one
 * below the other. Gradients are added up in stretches of rows that depend on the number of rows
 * alone, so results repeat bit for bit with any number of workers.
 *
 * <p>Used by one thread at a time; keeps its buffers, which grow to those of the largest batch.
 */
final class InputMultiplier {
  private static final int ROWS = 4; // that are multiplied together
  private static final int LEAST_ROWS = 64; // of a piece
  private static final int MOST_ROWS = 256;

  private static final int PIECE_FLOATS = 1 << 16;
  private static final int MOST_MATRIX_FLOATS = 1 << 20;
  private static final int STRETCHES = 8; // at most

  private final InputLayout layout;
  private final InputProduct product;
  private final RowProducts products;
  private final Workers workers;

  private final int in;
  private final int inStride;
  private final int stride;
  private final int pieceRows;
  private final long matrixFloats;
  private final Piece[] pieces; // one a worker
  private float[] matrix = new float[0];
  private float[] transposed = new float[0];
  private float[][] sums = new float[0][]; // a gradient of the matrix for each stretch
  private ByteBuffer result = ByteBuffer.allocateDirect(0);

  /** Room of one worker. */
  private record Piece(float[] x, float[] y, float[] dy) {}

  /** What a piece's gradients are computed with. */
  private record Back(RowSource rows, RowSource ofProduct, RowSource values, RowTarget ofRows) {}

  /**
   * For one layer.
   *
   * @param layout of a piece of rows and of the matrix
   */
  InputMultiplier(InputLayout layout, RowProducts products, Workers workers) {
    this.layout = layout;
    this.product = layout.product();
    this.products = products;
    this.workers = workers;
    in = layout.columns();
    inStride = RowProducts.stride(layout.variableColumns());
    stride = RowProducts.stride(product.columns());
    pieceRows =
        Math.max(LEAST_ROWS, Math.min(MOST_ROWS, PIECE_FLOATS / Math.max(in, stride)))
            / ROWS
            * ROWS;
    matrixFloats = (long) in * stride;
    pieces = new Piece[workers.count()];
  }

  /** What it multiplies. */
  InputLayout layout() {
    return layout;
  }

  /** What it computes. */
  InputProduct product() {
    return product;
  }

  /** Columns of the product. */
  int columns() {
    return product.columns();
  }

  /**
   * True if the products of so many rows fit a buffer, and the matrix is small enough to be read
   * and written with each piece of rows.
   */
  boolean takes(int count) {
    return matrixFloats <= MOST_MATRIX_FLOATS && FloatMemory.takes(count, product.columns());
  }

  /**
   * The product; O(count in out).
   *
   * @param count of rows
   * @param rows in that layout
   * @param parameters of the model
   * @return a row for each, on memory of this object, valid until the next call
   */
  ByteBuffer multiply(int count, RowSource rows, ByteBuffer parameters) {
    if (matrix.length == 0) {
      matrix = new float[(int) matrixFloats];
    }
    layout.read(FloatMemory.view(parameters), matrix, stride);
    result = FloatMemory.room(result, count, product.columns());
    final FloatBuffer target = FloatMemory.view(result);
    final int length = pieceRows(count);
    workers.each(
        count,
        length,
        (worker, from, to) -> {
          Piece piece = piece(worker);
          for (int i = from; i < to; i += length) {
            final int few = Math.min(length, to - i);
            rows.load(i, few, piece.x, 0, in);
            products.multiply(piece.x, in, few, in, matrix, 0, stride, piece.y);
            if (product.rectified()) {
              products.relu(piece.y, few * stride);
            }
            store(piece.y, few, target, i);
          }
        });
    return result;
  }

  /**
   * The gradients of the weights, and of the rows if they are wanted; O(count in out).
   *
   * @param count of rows
   * @param rows that {@link #multiply} was last called with
   * @param ofProduct gradients of the rows that it gave
   * @param gradients of the model's parameters; those of the weights are overwritten
   * @param ofRows takes the gradients of the rows; null if they are not wanted
   */
  void gradients(
      int count, RowSource rows, RowSource ofProduct, ByteBuffer gradients, RowTarget ofRows) {
    final Back back = new Back(rows, ofProduct, RowSource.of(result, product.columns()), ofRows);
    if (ofRows != null) {
      transpose();
    }
    final int length = Math.max(pieceRows(count), share(count));
    final int used = (count + length - 1) / length;
    roomForSums(used);
    workers.each(
        used,
        1,
        (worker, first, end) -> {
          for (int s = first; s < end; s++) {
            Arrays.fill(sums[s], 0);
            addStretch(piece(worker), back, s * length, Math.min(count, (s + 1) * length), sums[s]);
          }
        });
    addUp(used);
    layout.write(sums[0], stride, FloatMemory.view(gradients));
  }

  private void addStretch(Piece piece, Back back, int from, int to, float[] sum) {
    for (int i = from; i < to; i += pieceRows) {
      final int few = Math.min(pieceRows, to - i);
      back.rows.load(i, few, piece.x, 0, in);
      back.ofProduct.load(i, few, piece.dy, 0, stride);
      if (product.rectified()) {
        back.values.load(i, few, piece.y, 0, stride);
        products.reluBackward(piece.y, piece.dy, few * stride);
      }
      products.addTransposed(piece.x, in, few, in, piece.dy, stride, sum);
      if (back.ofRows != null) {
        final int out = product.columns();
        products.multiply(piece.dy, stride, few, out, transposed, 0, inStride, piece.x);
        back.ofRows.store(i, few, piece.x, inStride);
      }
    }
  }

  private void transpose() {
    if (transposed.length == 0) {
      transposed = new float[product.columns() * inStride];
    }
    for (int k = 0; k < layout.variableColumns(); k++) {
      for (int j = 0; j < product.columns(); j++) {
        transposed[j * inStride + k] = matrix[k * stride + j];
      }
    }
  }

  /** Adds the sums of all stretches to the first, in their order. */
  private void addUp(int used) {
    workers.each(
        matrix.length,
        PIECE_FLOATS / 4,
        (worker, from, to) -> {
          for (int s = 1; s < used; s++) {
            add(sums[s], sums[0], from, to);
          }
        });
  }

  private static void add(float[] terms, float[] sum, int from, int to) {
    for (int i = from; i < to; i++) {
      sum[i] += terms[i];
    }
  }

  private void roomForSums(int used) {
    final int before = sums.length;
    if (before < used) {
      sums = Arrays.copyOf(sums, used);
      for (int s = before; s < used; s++) {
        sums[s] = new float[matrix.length];
      }
    }
  }

  /** Rows of a piece: less than there is room for if all workers would not get some otherwise. */
  private int pieceRows(int count) {
    return Math.min(pieceRows, Math.max(LEAST_ROWS, share(count)));
  }

  /** Rows of a stretch, if there are {@link #STRETCHES}. */
  private static int share(int count) {
    return (count + STRETCHES * ROWS - 1) / (STRETCHES * ROWS) * ROWS;
  }

  /** A worker does one share at a time. */
  private Piece piece(int worker) {
    if (pieces[worker] == null) {
      pieces[worker] =
          new Piece(
              new float[pieceRows * Math.max(in, inStride)],
              new float[pieceRows * stride],
              new float[pieceRows * stride]);
    }
    return pieces[worker];
  }

  private void store(float[] y, int count, FloatBuffer target, int first) {
    final int columns = product.columns();
    if (stride == columns) {
      target.put(first * columns, y, 0, count * columns);
      return;
    }
    for (int i = 0; i < count; i++) {
      target.put((first + i) * columns, y, i * stride, columns);
    }
  }
}
