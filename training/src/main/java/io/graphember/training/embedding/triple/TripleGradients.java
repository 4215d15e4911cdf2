// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.triple.End;
import io.graphember.tensor.TensorError;
import io.graphember.training.embedding.step.BatchEmbeddings;
import io.graphember.training.embedding.step.BatchGradients;
import io.graphember.training.embedding.step.BatchObjective;
import io.graphember.training.embedding.step.PassCounts;
import io.graphember.training.embedding.step.TouchedRows;
import java.util.Arrays;
import java.util.List;

/**
 * The gradients of triples: for either end of each chunk, queries are compared with the negatives
 * of the chunk, all with all, and each with its own entity. Sums over the batch. Used by one
 * thread.
 */
public final class TripleGradients implements BatchObjective<TripleBatch> {
  private static final int ENTITIES = 0;
  private static final int RELATIONS = 1;

  private final TriplePlan plan;
  private final TripleBatches batches;
  private final ChunkGradients chunks;
  private final RowPenalty penalty;

  /**
   * Gradients of a trainer.
   *
   * @param batches makes its batches
   */
  public TripleGradients(TriplePlan plan, TripleBatches batches) {
    this.plan = plan;
    this.batches = batches;
    this.chunks = new ChunkGradients(plan);
    this.penalty = RowPenalty.of(plan);
  }

  @Override
  public TripleBatch batch(long step) {
    return batches.batch(step);
  }

  @Override
  public List<TouchedRows> touched(TripleBatch batch) {
    return batch.touched(plan);
  }

  @Override
  public BatchGradients gradients(
      TripleBatch batch, BatchEmbeddings rows, List<float[]> values, PassCounts counts) {
    final List<float[]> sums = rows.zeros();
    final TripleRows at =
        new TripleRows(
            values.get(ENTITIES), sums.get(ENTITIES), values.get(RELATIONS), sums.get(RELATIONS));
    double loss = 0;
    int lookedAt = 0;
    for (int from = 0; from < batch.size(); from += plan.chunkSize()) {
      final int to = Math.min(batch.size(), from + plan.chunkSize());
      for (End missing : TripleBatches.ENDS) {
        loss += chunks.add(batch, from, to, missing, at);
      }
      lookedAt += ChunkGradients.lookedAt(to - from);
    }
    penalty.add(batch, at);
    counts.trained(batch.size());
    counts.loss(loss / 2, lookedAt);
    final List<float[]> factors = rows.perRow();
    factors.forEach(some -> Arrays.fill(some, 1)); // optimizers go against a gradient
    final BatchGradients gradients = new BatchGradients(rows, sums, factors);
    gradients.requireFinite(ENTITIES);
    requireFinite(sums.get(RELATIONS));
    return gradients;
  }

  private static void requireFinite(float[] relations) {
    for (float value : relations) {
      if (!Float.isFinite(value)) {
        throw new GraphemberException(
            TensorError.GRADIENT_NOT_FINITE,
            "The gradient of a relation is infinite or not a number: lower embedding.learningRate.");
      }
    }
  }
}
