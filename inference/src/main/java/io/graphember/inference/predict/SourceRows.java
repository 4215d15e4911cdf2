// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import io.graphember.memory.RowMatrix;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a layer reads, by number of their vertex: they may lie in several matrices, each of
 * a partition. Sums do not depend on where that is. Used by one thread.
 */
final class SourceRows {
  private final @Nullable RowMatrix[] matrices; // null where no row is read
  private final int[] matrix; // of each vertex; not looked at if there is one
  private final int[] row; // of each vertex; not looked at if they are numbered as vertices
  private final boolean numbered;
  private final int dim;
  private final float[] partial;
  private int[] names = {};
  private float[] weights = {};
  private final int[] ends;

  private SourceRows(
      @Nullable RowMatrix[] matrices, int dim, int[] matrix, int[] row, boolean numbered) {
    this.matrices = matrices;
    this.dim = dim;
    this.matrix = matrix;
    this.row = row;
    this.numbered = numbered;
    this.partial = new float[dim];
    this.ends = new int[matrices.length];
  }

  /** Rows that enter layer 0. */
  static SourceRows ofInput(Neighborhood of) {
    final int dim =
        Arrays.stream(of.inputs())
            .filter(Objects::nonNull)
            .mapToInt(RowMatrix::dim)
            .findFirst()
            .orElse(0);
    return new SourceRows(of.inputs(), dim, of.partition(), of.row(), false);
  }

  /** Rows in the order of their vertices. */
  static SourceRows of(float[] rows, int dim) {
    return new SourceRows(
        new RowMatrix[] {new ArrayRows(rows, dim)}, dim, new int[0], new int[0], true);
  }

  int dim() {
    return dim;
  }

  /** Copies the row of a vertex. */
  void read(int vertex, float[] target, int at) {
    if (numbered) {
      matrices[0].read(vertex, target, at);
    } else {
      matrices[matrix[vertex]].read(row[vertex], target, at);
    }
  }

  /**
   * Adds up rows of vertices: matrix by matrix, in each in their order.
   *
   * @param vertices {@code from .. to - 1} count, one or more
   * @param factors of each at the same place, or null for 1
   */
  void sum(int[] vertices, float @Nullable [] factors, int from, int to, float[] target, int at) {
    if (numbered) {
      matrices[0].sum(vertices, factors, from, to, target, at);
      return;
    }
    deal(vertices, factors, from, to);
    boolean first = true;
    for (int m = 0, start = 0; m < matrices.length; start = ends[m++]) {
      if (start == ends[m]) {
        continue;
      }
      final float @Nullable [] of = factors == null ? null : weights;
      matrices[m].sum(names, of, start, ends[m], first ? target : partial, first ? at : 0);
      for (int j = 0; !first && j < partial.length; j++) {
        target[at + j] += partial[j];
      }
      first = false;
    }
  }

  /** Rows by matrix, and factors with them. */
  private void deal(int[] vertices, float @Nullable [] factors, int from, int to) {
    if (names.length < to - from) {
      names = new int[2 * (to - from)];
      weights = new float[2 * (to - from)];
    }
    Arrays.fill(ends, 0);
    for (int i = from; i < to; i++) {
      ends[matrix[vertices[i]]]++;
    }
    int sum = 0;
    for (int m = 0; m < ends.length; m++) {
      final int count = ends[m];
      ends[m] = sum;
      sum += count;
    }
    for (int i = from; i < to; i++) {
      final int place = ends[matrix[vertices[i]]]++;
      names[place] = row[vertices[i]];
      if (factors != null) {
        weights[place] = factors[i];
      }
    }
  }
}
