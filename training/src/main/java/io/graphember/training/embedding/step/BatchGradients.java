// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

import io.graphember.graph.id.Vid;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.tensor.table.GradientNotFinite;
import io.graphember.tensor.table.RowGradients;
import java.util.List;

/**
 * Gradients of the rows that a batch touches.
 *
 * @param touched the rows
 * @param sums for each table {@code float[count * dim]}
 * @param factors for each table what the gradients of each row are multiplied by, 0 for none
 */
public record BatchGradients(BatchEmbeddings touched, List<float[]> sums, List<float[]> factors) {
  /** Those of the rows on one host; empty if it has none of them. */
  List<RowGradients> part(int host) {
    return touched.scaled(host, factors, sums);
  }

  /**
   * Refuses gradients of a table of vertices that are infinite or not a number.
   *
   * @throws GraphemberException with code {@link TensorError#GRADIENT_NOT_FINITE} and cause {@link
   *     GradientNotFinite}
   */
  public void requireFinite(int table) {
    final float[] values = sums.get(table);
    final int dim = touched.of(table).dim();
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        final long vid = touched.of(table).ids()[i / dim];
        throw new GraphemberException(
            TensorError.GRADIENT_NOT_FINITE,
            "The gradient of row %d in partition %d is infinite or not a number: lower embedding.learningRate."
                .formatted(Vid.local(vid), Vid.partition(vid)),
            new GradientNotFinite(Vid.partition(vid), Vid.local(vid)));
      }
    }
  }
}
