// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.model.Space;

/** What is neither linear in rows nor a function of single elements: maximum, softmax, norms. */
final class EdgeOperators {
  private EdgeOperators() {}

  /** For each destination and column the first edge with the largest value, -1 without edges. */
  static int[] largest(Structure structure, int[] rowOfEdge, double[] x, int columns) {
    int destinations = structure.offsets.length - 1;
    int[] largest = new int[destinations * columns];
    for (int i = 0; i < destinations; i++) {
      for (int j = 0; j < columns; j++) {
        int best = -1;
        for (int e = structure.offsets[i]; e < structure.offsets[i + 1]; e++) {
          if (best < 0 || x[rowOfEdge[e] * columns + j] > x[rowOfEdge[best] * columns + j]) {
            best = e;
          }
        }
        largest[i * columns + j] = best;
      }
    }
    return largest;
  }

  /** The map of a maximum whose edges are known, between single elements. */
  static RowMap maximum(int[] largest, int[] rowOfEdge, int columns) {
    RowMap map = new RowMap();
    for (int i = 0; i < largest.length; i++) {
      if (largest[i] >= 0) {
        map.add(i, rowOfEdge[largest[i]] * columns + i % columns, 1);
      }
    }
    return map;
  }

  static void softmax(Structure structure, int heads, double[] x, double[] r) {
    int[] own = structure.rowOfEdge(Space.EDGES);
    int[] largest = largest(structure, own, x, heads);
    for (int i = 0; i < structure.offsets.length - 1; i++) {
      for (int h = 0; h < heads; h++) {
        double sum = 0;
        for (int e = structure.offsets[i]; e < structure.offsets[i + 1]; e++) {
          r[e * heads + h] = Math.exp(x[e * heads + h] - x[largest[i * heads + h] * heads + h]);
          sum += r[e * heads + h];
        }
        for (int e = structure.offsets[i]; e < structure.offsets[i + 1]; e++) {
          r[e * heads + h] /= sum;
        }
      }
    }
  }

  static void softmaxBackward(
      Structure structure, int heads, double[] r, double[] dr, double[] dx) {
    for (int i = 0; i < structure.offsets.length - 1; i++) {
      for (int h = 0; h < heads; h++) {
        double sum = 0;
        for (int e = structure.offsets[i]; e < structure.offsets[i + 1]; e++) {
          sum += r[e * heads + h] * dr[e * heads + h];
        }
        for (int e = structure.offsets[i]; e < structure.offsets[i + 1]; e++) {
          dx[e * heads + h] += r[e * heads + h] * (dr[e * heads + h] - sum);
        }
      }
    }
  }

  /** {@code r[to(e), h] += y[e, h] x[from(e), h]} for each edge, with {@code c} columns a head. */
  static void weightedSum(
      int[] from, int[] to, int heads, int c, double[] x, double[] y, double[] r) {
    for (int e = 0; e < from.length; e++) {
      for (int k = 0; k < heads * c; k++) {
        r[to[e] * heads * c + k] += y[e * heads + k / c] * x[from[e] * heads * c + k];
      }
    }
  }

  static void weightedSumBackward(
      int[] from,
      int[] to,
      int heads,
      int c,
      double[] x,
      double[] y,
      double[] dr,
      double[] dx,
      double[] dy) {
    for (int e = 0; e < from.length; e++) {
      for (int k = 0; k < heads * c; k++) {
        double gradient = dr[to[e] * heads * c + k];
        dx[from[e] * heads * c + k] += gradient * y[e * heads + k / c];
        dy[e * heads + k / c] += gradient * x[from[e] * heads * c + k];
      }
    }
  }
}
