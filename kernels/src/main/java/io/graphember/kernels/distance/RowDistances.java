// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

/**
 * Distances of each row x of one matrix to each row y of another, and their gradients.
 *
 * <p>A distance is added up over the floats of a row from the first to the last, with the same
 * roundings for all pairs and in both twins: its bits do not depend on what other rows there are,
 * nor on where in their matrices the two are. So candidates may be compared in pieces, and rows
 * that are equal are at distances that are equal. Rows of any stride from {@code dim} on, in any
 * place; nothing is read or written past their {@code dim} floats. Stateless; any thread.
 */
public interface RowDistances {
  /**
   * {@code out_ij = d(x_i, y_j)}. O(rows count dim).
   *
   * @param x rows, the first float of row i at {@code i * xStride}
   * @param rows how many rows of x, 0 or more
   * @param y rows, the first float of row j at {@code j * yStride}
   * @param count how many rows of y, 0 or more
   * @param dim floats of a row, 1 or more; even for {@link Distances#MODULUS}
   * @param out receives {@code count} floats for each row of x, from {@code i * outStride} on
   * @param scratch {@link #scratch} floats
   */
  void distances(
      float[] x,
      int xStride,
      int rows,
      float[] y,
      int yStride,
      int count,
      int dim,
      float[] out,
      int outStride,
      float[] scratch);

  /**
   * Adds the gradients of {@code sum_ij w_ij d(x_i, y_j)}:
   *
   * <pre>
   * dx_i += sum_j w_ij d'(x_i, y_j)     in the order of j
   * dy_j -= sum_i w_ij d'(x_i, y_j)     in the order of i
   * </pre>
   *
   * <p>with the derivative d' by x, which is 0 where the distance, or that of the two numbers, has
   * none. Parameters as of {@link #distances}. O(rows count dim), also where weights are 0: to look
   * for these takes longer, unless nearly all are.
   *
   * @param distances what {@link #distances} gave for the same rows, with rows of {@code outStride}
   * @param weights of the distances, in the same places
   * @param dx changes of x, in the places of x
   * @param dy changes of y, in the places of y; another array than dx
   */
  void addGradients(
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
      float[] scratch);

  /** Floats of scratch for matrices of so many rows, for distances as for gradients. */
  static int scratch(int rows, int count, int dim) {
    return Math.max(
        PanelDistances.PANEL * (dim + PanelDistances.BLOCK),
        rows * count + PanelDistances.PANEL * (rows + count));
  }
}
