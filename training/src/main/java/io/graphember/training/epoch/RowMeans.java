// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

/**
 * Brings statistics of several batches together, which lie among the gradients: each row of a loss
 * counts alike.
 *
 * @param places of the statistics among the parameters
 */
@SuppressWarnings("ArrayRecordComponent") // made once for a model, compared by nobody
public record RowMeans(int[] places) {
  /** Before batches are added up: a statistic counts as many times as the batch has rows. */
  public void multiply(float[] gradients, double rows) {
    for (int place : places) {
      gradients[place] *= (float) rows;
    }
  }

  /** After they are added up: the mean over all rows, 0 if there are none. */
  public void divide(float[] gradients, double rows) {
    multiply(gradients, rows == 0 ? 0 : 1 / rows);
  }
}
