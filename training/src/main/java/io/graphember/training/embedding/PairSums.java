// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.tensor.table.GradientNotFinite;
import java.util.List;

/**
 * The gradients of the rows of a batch, computed from copies of the rows: summed over the pairs of
 * the batch, and scaled down where there are more than {@value #FULL_PAIRS} of a row. A row that is
 * in many pairs would overshoot, since none of them sees what the others did. Used by one thread.
 */
final class PairSums {
  /** Pairs of a row whose gradients count fully; of more, the mean times this counts. */
  private static final float FULL_PAIRS = 32;

  private final int dim;
  private final List<PairObjective> objectives;
  private final PairGradients pairs;

  PairSums(int dim, WalkPlan plan, List<PairObjective> objectives, PassCounts counts) {
    this.dim = dim;
    this.objectives = objectives;
    this.pairs = new PairGradients(dim, plan, counts);
  }

  /**
   * Computes the gradients of a batch.
   *
   * @param values the rows, as {@link BatchEmbeddings#await} gives them
   * @throws GraphemberException with code {@link TensorError#GRADIENT_NOT_FINITE} and cause {@link
   *     GradientNotFinite}
   */
  BatchGradients of(BatchEmbeddings touched, List<float[]> values) {
    final List<float[]> sums = touched.zeros(dim);
    final List<float[]> times = touched.zeros(1);
    for (PairObjective objective : objectives) {
      final int in = touched.table(objective.inputs());
      final int out = touched.table(objective.outputs());
      pairs.add(
          touched.batch(),
          values.get(in),
          sums.get(in),
          times.get(in),
          values.get(out),
          sums.get(out),
          times.get(out));
    }
    final BatchGradients gradients = new BatchGradients(touched, sums, times);
    for (int t = 0; t < times.size(); t++) {
      gradients.requireFinite(t, dim);
      descend(times.get(t));
    }
    return gradients;
  }

  /** Turns the numbers of pairs into factors: optimizers go against a gradient. */
  private static void descend(float[] times) {
    for (int i = 0; i < times.length; i++) {
      times[i] = times[i] <= FULL_PAIRS ? -Math.signum(times[i]) : -FULL_PAIRS / times[i];
    }
  }
}
