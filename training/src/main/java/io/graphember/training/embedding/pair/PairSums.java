// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import io.graphember.training.embedding.step.BatchEmbeddings;
import io.graphember.training.embedding.step.BatchGradients;
import io.graphember.training.embedding.step.BatchObjective;
import io.graphember.training.embedding.step.PassCounts;
import io.graphember.training.embedding.step.TouchedRows;
import java.util.List;

/**
 * The gradients of the rows of a batch, computed from copies of the rows: summed over the pairs of
 * the batch, and scaled down where there are more than {@value #FULL_PAIRS} of a row. A row that is
 * in many pairs would overshoot, since none of them sees what the others did. Used by one thread.
 */
public final class PairSums implements BatchObjective<WalkBatch> {
  /** Pairs of a row whose gradients count fully; of more, the mean times this counts. */
  private static final float FULL_PAIRS = 32;

  private final int dim;
  private final List<PairObjective> objectives;
  private final WalkBatches batches;
  private final PairGradients pairs;

  /**
   * Sums of a trainer.
   *
   * @param dim floats of a row of every table
   * @param batches makes its batches; closed by whoever made it
   */
  public PairSums(int dim, WalkPlan plan, List<PairObjective> objectives, WalkBatches batches) {
    this.dim = dim;
    this.objectives = objectives;
    this.batches = batches;
    this.pairs = new PairGradients(dim, plan);
  }

  @Override
  public WalkBatch batch(long step) {
    return batches.batch(step);
  }

  @Override
  public List<TouchedRows> touched(WalkBatch batch) {
    return batch.touched(objectives, dim);
  }

  @Override
  public BatchGradients gradients(
      WalkBatch batch, BatchEmbeddings rows, List<float[]> values, PassCounts counts) {
    counts.walked(batch.walked());
    final List<float[]> sums = rows.zeros();
    final List<float[]> times = rows.perRow();
    for (PairObjective objective : objectives) {
      final int in = rows.table(objective.inputs());
      final int out = rows.table(objective.outputs());
      pairs.add(
          batch,
          values.get(in),
          sums.get(in),
          times.get(in),
          values.get(out),
          sums.get(out),
          times.get(out),
          counts);
    }
    final BatchGradients gradients = new BatchGradients(rows, sums, times);
    for (int t = 0; t < times.size(); t++) {
      gradients.requireFinite(t);
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
