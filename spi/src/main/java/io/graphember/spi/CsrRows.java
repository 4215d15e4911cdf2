// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Sparse rows of floats in compressed form (CSR): of each row the columns that are not zero, with
 * their values. Immutable: the arrays belong to the rows once these are made; they may be longer
 * than what counts of them. Any thread.
 *
 * @param rows number of rows R, 0 or more
 * @param dim floats of a row, positive
 * @param offsets [R + 1] first entry of each row, and the end; ascending from 0
 * @param columns [entries] column of each entry, in the order in which entries are added up: in
 *     rows of features ascending within a row
 * @param values [entries] value of each entry
 */
public record CsrRows(int rows, int dim, int[] offsets, int[] columns, float[] values) {
  /**
   * Entries of sparse rows are at most this part of their floats. An entry has 8 bytes where a
   * float has 4, and is multiplied in three to five times the time, but nothing is copied or added
   * up of what is zero: up to here both memory and time are spared.
   */
  public static final int MOST_OF = 8;

  /** Checks the lengths, not what is in the arrays: see {@link #fault}. */
  public CsrRows {
    if (rows < 0 || dim < 1 || offsets.length <= rows) {
      throw new IllegalArgumentException(
          "need rows >= 0, dim >= 1 and an offset more than rows: rows=%d dim=%d offsets=%d"
              .formatted(rows, dim, offsets.length));
    }
  }

  /** Narrower rows are a few lines of memory, whatever they hold. */
  public static final int LEAST_DIM = 64;

  /** True if rows with so many entries are better kept sparse. */
  public static boolean pays(long entries, long rows, int dim) {
    return dim >= LEAST_DIM && entries * MOST_OF <= rows * dim;
  }

  /** Gathers rows one after the other. Used by one thread. */
  public static final class Builder {
    private final int dim;
    private int rows;
    private int entries;
    private int[] offsets;
    private int[] columns;
    private float[] values;

    /**
     * No rows.
     *
     * @param dim floats of a row
     * @param rows expected
     * @param entries expected
     */
    public Builder(int dim, int rows, int entries) {
      this.dim = dim;
      offsets = new int[rows + 1];
      columns = new int[entries];
      values = new float[entries];
    }

    /** Adds an entry to the row that is being gathered, behind those that it has. */
    public void add(int column, float value) {
      room(1);
      columns[entries] = column;
      values[entries++] = value;
    }

    /** Adds the entries of a row of others. */
    public void add(CsrRows others, int row) {
      final int from = others.offsets[row];
      final int count = others.offsets[row + 1] - from;
      room(count);
      System.arraycopy(others.columns, from, columns, entries, count);
      System.arraycopy(others.values, from, values, entries, count);
      entries += count;
    }

    /** Entries so far. */
    public int entries() {
      return entries;
    }

    private void room(int more) {
      final int needed = Math.addExact(entries, more);
      if (needed > columns.length) {
        final int length = (int) Math.min(Integer.MAX_VALUE - 8, needed + needed / 2L + 16);
        columns = Arrays.copyOf(columns, length);
        values = Arrays.copyOf(values, length);
      }
    }

    /** The row that was gathered is whole. */
    public void endRow() {
      if (rows + 2 > offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * rows + 2);
      }
      offsets[++rows] = entries;
    }

    /** The rows, in arrays that may be longer; the builder is not used any more. */
    public CsrRows build() {
      return new CsrRows(rows, dim, offsets, columns, values);
    }
  }

  /**
   * The entries of dense rows.
   *
   * @param dense float32[rows, dim], row-major, from {@code at} on
   */
  public static CsrRows of(float[] dense, int at, int rows, int dim) {
    int[] offsets = new int[rows + 1];
    int[] columns = new int[count(dense, at, rows * dim)];
    float[] values = new float[columns.length];
    int entry = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < dim; j++) {
        final float value = dense[at + i * dim + j];
        if (value != 0) {
          columns[entry] = j;
          values[entry++] = value;
        }
      }
      offsets[i + 1] = entry;
    }
    return new CsrRows(rows, dim, offsets, columns, values);
  }

  /** How many of the floats are not zero. */
  public static int count(float[] dense, int at, int floats) {
    int count = 0;
    for (int i = at; i < at + floats; i++) {
      count += dense[i] == 0 ? 0 : 1;
    }
    return count;
  }

  /**
   * Rows one after the other, in arrays as long as they are.
   *
   * @param parts rows of {@code dim} floats each
   */
  public static CsrRows joined(List<CsrRows> parts, int dim) {
    final int rows = parts.stream().mapToInt(CsrRows::rows).sum();
    long entries = 0;
    for (CsrRows part : parts) {
      entries += part.entries();
    }
    Builder all = new Builder(dim, rows, Math.toIntExact(entries));
    for (CsrRows part : parts) {
      for (int i = 0; i < part.rows; i++) {
        all.add(part, i);
        all.endRow();
      }
    }
    return all.build();
  }

  /** Number of entries. */
  public int entries() {
    return offsets[rows];
  }

  /** Bytes of entries and offsets. */
  public long bytes() {
    return bytes(rows, entries());
  }

  /** Bytes of so many rows with so many entries. */
  public static long bytes(long rows, long entries) {
    return 4 * rows + 8 * entries;
  }

  /**
   * What is wrong with rows of features that are not trusted, in words that follow "its rows";
   * empty if nothing is.
   */
  public Optional<String> fault() {
    if (offsets[0] != 0) {
      return Optional.of("begin at entry " + offsets[0]);
    }
    for (int i = 0; i < rows; i++) {
      if (offsets[i + 1] < offsets[i] || offsets[i + 1] - offsets[i] > dim) {
        return Optional.of(
            "have %d entries in row %d, of %d columns"
                .formatted((long) offsets[i + 1] - offsets[i], i, dim));
      }
    }
    if (columns.length < entries() || values.length < entries()) {
      return Optional.of(
          "have %d columns and %d values for %d entries"
              .formatted(columns.length, values.length, entries()));
    }
    for (int i = 0; i < rows; i++) {
      int before = -1;
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        if (columns[e] <= before || columns[e] >= dim) {
          return Optional.of(
              "name column %d after %d in row %d; columns ascend and are below %d"
                  .formatted(columns[e], before, i, dim));
        }
        before = columns[e];
      }
    }
    return Optional.empty();
  }

  /**
   * Writes a row out dense. O(dim).
   *
   * @param row {@code 0 .. rows() - 1}
   * @param target receives {@code dim} floats from {@code at} on
   */
  public void read(int row, float[] target, int at) {
    Arrays.fill(target, at, at + dim, 0f);
    for (int e = offsets[row]; e < offsets[row + 1]; e++) {
      target[at + columns[e]] = values[e];
    }
  }

  /** All rows dense, row-major. */
  public float[] dense() {
    float[] dense = new float[Math.multiplyExact(rows, dim)];
    for (int i = 0; i < rows; i++) {
      read(i, dense, i * dim);
    }
    return dense;
  }

  /**
   * The matrix of the first rows with rows and columns exchanged: entries of a row ascend as their
   * rows did. O(dim + entries).
   *
   * @param count how many rows, at least 1
   */
  public CsrRows transposed(int count) {
    final int entries = offsets[count];
    int[] places = new int[dim + 2];
    for (int e = 0; e < entries; e++) {
      places[columns[e] + 2]++;
    }
    for (int j = 2; j < places.length; j++) {
      places[j] += places[j - 1];
    }
    // Now places[j + 1] is where the next entry of column j goes, and in the end where j's end.
    int[] rowOf = new int[entries];
    float[] ordered = new float[entries];
    for (int i = 0; i < count; i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        final int place = places[columns[e] + 1]++;
        rowOf[place] = i;
        ordered[place] = values[e];
      }
    }
    return new CsrRows(dim, count, places, rowOf, ordered);
  }

  /** Rows are equal if they have the same entries. */
  @Override
  public boolean equals(Object object) {
    return object instanceof CsrRows other
        && rows == other.rows
        && dim == other.dim
        && Arrays.equals(offsets, 0, rows + 1, other.offsets, 0, rows + 1)
        && Arrays.equals(columns, 0, entries(), other.columns, 0, entries())
        && Arrays.equals(values, 0, entries(), other.values, 0, entries());
  }

  @Override
  public int hashCode() {
    return 31 * rows + entries();
  }

  @Override
  public String toString() {
    return "CsrRows[" + rows + " x " + dim + ", " + entries() + " entries]";
  }
}
