// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.similar;

import io.graphember.kernels.product.RowProducts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Rows of floats in blocks of about a mebibyte, one after the other, numbered from 0, with their
 * lengths. Immutable; safe for use by several threads.
 */
public final class RowBlocks {
  private static final int BLOCK_FLOATS = 1 << 18;
  private static final int PRODUCTS_AT_ONCE = 256;

  private final int dim;
  private final int size;
  private final int shift; // rows of a block: 2^shift
  private final float[][] blocks;
  private final float[][] inverses; // one divided by the length of each row

  private RowBlocks(int dim, int size, int shift, List<float[]> blocks, List<float[]> inverses) {
    this.dim = dim;
    this.size = size;
    this.shift = shift;
    this.blocks = blocks.toArray(float[][]::new);
    this.inverses = inverses.toArray(float[][]::new);
  }

  /** Floats of a row. */
  public int dim() {
    return dim;
  }

  /** Number of rows. */
  public int size() {
    return size;
  }

  /** Bytes that rows take, about. */
  public static long bytes(long rows, int dim) {
    return rows * Float.BYTES * (dim + 1L);
  }

  /** The array that holds a row; must not be written. */
  public float[] block(int row) {
    return blocks[row >> shift];
  }

  /** Where a row begins in its array. */
  public int start(int row) {
    return (row & (1 << shift) - 1) * dim;
  }

  /** One divided by the length of a row; 0 of one that is all zeros. */
  public float inverseLength(int row) {
    return inverses[row >> shift][row & (1 << shift) - 1];
  }

  /** The dot product of two rows. O(dim). */
  public float product(int row, int other) {
    return product(block(row), start(row), other);
  }

  /**
   * The dot product of a row elsewhere with one of these. O(dim).
   *
   * @param x holds it from {@code at} on
   */
  public float product(float[] x, int at, int row) {
    return RowProducts.BEST.product(x, at, block(row), start(row), dim);
  }

  /** How alike a row is to that of a query. O(dim). */
  public float score(RowQuery query, int row) {
    return query.score(product(query.row(), 0, row), inverseLength(row));
  }

  /** Offers all rows with their scores. O(size dim). */
  void offerAll(RowQuery query, NearestRows best) {
    final float[] products = new float[PRODUCTS_AT_ONCE];
    for (int block = 0; block < blocks.length; block++) {
      final int first = block << shift;
      final int rows = Math.min(size - first, 1 << shift);
      for (int from = 0; from < rows; from += PRODUCTS_AT_ONCE) {
        final int count = Math.min(PRODUCTS_AT_ONCE, rows - from);
        RowProducts.BEST.products(query.row(), blocks[block], from * dim, count, dim, products);
        for (int i = 0; i < count; i++) {
          best.offer(first + from + i, query.score(products[i], inverses[block][from + i]));
        }
      }
    }
  }

  /** One divided by the length of a row; 0 if it is all zeros. */
  static float inverseLength(float[] x, int at, int dim) {
    double squares = 0;
    for (int i = at; i < at + dim; i++) {
      squares += (double) x[i] * x[i];
    }
    return squares == 0 ? 0 : (float) (1 / Math.sqrt(squares));
  }

  /** Collects rows. Used by one thread. */
  public static final class Builder {
    private final int dim;
    private final int shift;
    private final LongConsumer taker;
    private final List<float[]> blocks = new ArrayList<>();
    private final List<float[]> inverses = new ArrayList<>();
    private int size;

    /**
     * No rows yet.
     *
     * @param dim floats of a row, at least 1
     * @param taker takes the bytes of each block before it is allocated
     */
    public Builder(int dim, LongConsumer taker) {
      if (dim < 1) {
        throw new IllegalArgumentException("a row has floats, not " + dim);
      }
      this.dim = dim;
      this.taker = taker;
      this.shift = 31 - Integer.numberOfLeadingZeros(Math.max(1, BLOCK_FLOATS / dim));
    }

    /** Floats of a row. */
    public int dim() {
      return dim;
    }

    /** Rows so far, the number of the next one. */
    public int size() {
      return size;
    }

    /**
     * Adds a row, which is copied.
     *
     * @throws IllegalArgumentException if it has another number of floats
     */
    public void add(float[] row) {
      if (row.length != dim) {
        throw new IllegalArgumentException(
            "a row has %d floats, others have %d".formatted(row.length, dim));
      }
      final int at = size & (1 << shift) - 1;
      if (at == 0) {
        taker.accept(RowBlocks.bytes(1L << shift, dim));
        blocks.add(new float[dim << shift]);
        inverses.add(new float[1 << shift]);
      }
      System.arraycopy(row, 0, blocks.get(blocks.size() - 1), at * dim, dim);
      inverses.get(inverses.size() - 1)[at] = inverseLength(row, 0, dim);
      size++;
    }

    /** The rows; the last block is cut to what it holds. */
    public RowBlocks build() {
      final int last = size & (1 << shift) - 1;
      if (last > 0) {
        blocks.add(Arrays.copyOf(blocks.remove(blocks.size() - 1), last * dim));
        inverses.add(Arrays.copyOf(inverses.remove(inverses.size() - 1), last));
      }
      return new RowBlocks(dim, size, shift, blocks, inverses);
    }
  }
}
