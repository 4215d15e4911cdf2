// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.table.RowRead;
import io.graphember.tensor.table.RowTransport;
import io.graphember.training.embedding.step.BatchEmbeddings;
import io.graphember.training.embedding.step.BatchesAhead;
import io.graphember.training.embedding.step.EmbeddingContext;
import io.graphember.training.embedding.step.EmbeddingTrainer;
import io.graphember.training.embedding.step.PassCounts;
import io.graphember.training.embedding.step.PassReport;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One of several trainers that do not wait for each other (Hogwild: Recht et al., NIPS 2011;
 * DistDGL, section IV-B): a pair changes its rows before the next one reads them. Rows in this
 * process are read and written where they lie, without locks. Of rows elsewhere a batch works on
 * copies, and what it changed in them is added to the rows when it is done; those of the next batch
 * are fetched meanwhile. Nothing repeats bit for bit.
 *
 * <p>The negatives of a place are shared by all pairs of the place, so its output rows stay in the
 * nearest cache. Plain descent alone. Used by one thread.
 */
public final class HogwildTrainer implements EmbeddingTrainer {
  private final EmbeddingContext context;
  private final WalkBatches batches;
  private final WalkPlan plan;
  private final List<PairObjective> objectives;
  private final int dim;
  private final LearningRate rate;

  /**
   * A trainer.
   *
   * @param batches makes its batches; closed by whoever made it
   * @param dim floats of a row of every table
   * @param rate learning rate by step
   */
  public HogwildTrainer(
      EmbeddingContext context,
      WalkBatches batches,
      WalkPlan plan,
      List<PairObjective> objectives,
      int dim,
      LearningRate rate) {
    this.context = context;
    this.batches = batches;
    this.plan = plan;
    this.objectives = objectives;
    this.dim = dim;
    this.rate = rate;
  }

  /**
   * Trains a stretch of steps.
   *
   * @param from first step, from 0 on
   * @param to end of the steps
   * @throws io.graphember.spi.error.GraphemberException cancelled, with code {@link
   *     io.graphember.training.TrainingError#LOSS_NOT_FINITE}, or what a host failed with
   */
  @Override
  public PassReport train(long from, long to) {
    final PassCounts counts = new PassCounts();
    final PairSteps pairs = new PairSteps(dim, plan, counts);
    final BatchesAhead<Fetched> ahead =
        new BatchesAhead<>(this::fetch, from, to, context.executor(), context.replies());
    try {
      for (long step = from; step < to; step++) {
        final long began = System.nanoTime();
        final Fetched fetched = ahead.next();
        final List<float[]> copies = fetched.touched.await(fetched.sent, context.replies());
        counts.waited(System.nanoTime() - began);
        counts.walked(fetched.batch.walked());
        train(fetched, copies, step, pairs);
        counts.requireFinite(step);
      }
    } finally {
      ahead.close();
    }
    return counts.report();
  }

  /** A batch, and the copies of its rows that are elsewhere on their way. */
  private record Fetched(
      WalkBatch batch, BatchEmbeddings touched, List<CompletableFuture<List<float[]>>> sent) {}

  private Fetched fetch(long step) {
    final RowTransport tables = context.tables();
    final WalkBatch batch = batches.batch(step);
    BatchEmbeddings touched =
        new BatchEmbeddings(
            batch.touched(objectives, dim),
            tables,
            context.partitions(),
            p -> tables.resident(tables.host(p)).isEmpty());
    return new Fetched(batch, touched, touched.fetch(RowRead.LATEST));
  }

  private void train(Fetched fetched, List<float[]> copies, long step, PairSteps pairs) {
    final BatchEmbeddings touched = fetched.touched;
    PulledEmbeddings rows = new PulledEmbeddings(touched, copies, context.tables());
    for (PairObjective objective : objectives) {
      final int in = touched.table(objective.inputs());
      final int out = touched.table(objective.outputs());
      pairs.train(
          fetched.batch,
          rows.arrays(in),
          rows.starts(in),
          rows.arrays(out),
          rows.starts(out),
          rate.at(step + 1));
    }
    rows.finish(context.tables(), context.rank(), step, context.replies());
  }
}
