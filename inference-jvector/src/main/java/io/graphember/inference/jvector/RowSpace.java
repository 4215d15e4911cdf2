// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.jvector;

import io.graphember.inference.similar.RowBlocks;
import io.graphember.inference.similar.RowQuery;
import io.graphember.schema.Similarity;

/**
 * Rows as points on a sphere, so that near points are alike rows: for cosines each row divided by
 * its length; for dot products each row divided by the length of the longest, with one more number
 * that makes its length 1 (Bachrach and others, "Speeding up the Xbox recommender system using a
 * Euclidean transformation for inner-product spaces", RecSys 2014, section 3). Scores go from 0 to
 * 1, as JVector asks. Immutable; safe for use by several threads.
 */
final class RowSpace {
  private final RowBlocks rows;
  private final Similarity similarity;
  private final float inverseLongest; // for dot products
  private final float[] more; // the number that is added to each row; empty for cosines

  /** The points of rows. O(rows). */
  RowSpace(RowBlocks rows, Similarity similarity) {
    this.rows = rows;
    this.similarity = similarity;
    if (similarity == Similarity.COSINE) {
      inverseLongest = 0;
      more = new float[0];
      return;
    }
    float least = Float.POSITIVE_INFINITY;
    for (int row = 0; row < rows.size(); row++) {
      final float inverse = rows.inverseLength(row);
      least = inverse > 0 ? Math.min(least, inverse) : least;
    }
    inverseLongest = Float.isInfinite(least) ? 0 : least;
    more = new float[rows.size()];
    for (int row = 0; row < more.length; row++) {
      final float inverse = rows.inverseLength(row);
      final double length = inverse > 0 ? inverseLongest / inverse : 0; // of the longest
      more[row] = (float) Math.sqrt(Math.max(0, 1 - length * length));
    }
  }

  /** Floats of a point. */
  int dim() {
    return rows.dim() + (similarity == Similarity.DOT ? 1 : 0);
  }

  /** Number of points. */
  int size() {
    return rows.size();
  }

  /** Bytes that it takes beside the rows. */
  long bytes() {
    return (long) Float.BYTES * more.length;
  }

  static long bytes(long rows) {
    return Float.BYTES * rows;
  }

  /** How near two points are. */
  float score(int row, int other) {
    final float product = rows.product(row, other);
    return similarity == Similarity.COSINE
        ? half(product * rows.inverseLength(row) * rows.inverseLength(other))
        : half(product * inverseLongest * inverseLongest + more[row] * more[other]);
  }

  /** How near the point of a query is, to which no number is added. */
  float score(RowQuery query, int row) {
    final float inverse =
        similarity == Similarity.COSINE ? rows.inverseLength(row) : inverseLongest;
    return half(rows.product(query.row(), 0, row) * inverse * query.inverseLength());
  }

  /** How near any point is. */
  float score(float[] point, int row) {
    final float product = rows.product(point, 0, row);
    return similarity == Similarity.COSINE
        ? half(product * rows.inverseLength(row))
        : half(product * inverseLongest + point[point.length - 1] * more[row]);
  }

  /** Adds a point to a sum, if it is of finite numbers, and not of zeros. */
  void addTo(double[] sum, int row) {
    if (!(rows.inverseLength(row) > 0)) {
      return;
    }
    final float[] block = rows.block(row);
    final int start = rows.start(row);
    final float inverse =
        similarity == Similarity.COSINE ? rows.inverseLength(row) : inverseLongest;
    for (int j = 0; j < rows.dim(); j++) {
      sum[j] += block[start + j] * inverse;
    }
    if (similarity == Similarity.DOT) {
      sum[rows.dim()] += more[row];
    }
  }

  /** A cosine as a score. What is not a number is as far as can be. */
  private static float half(float cosine) {
    return cosine > -1 ? Math.min(1, (1 + cosine) / 2) : 0;
  }
}
