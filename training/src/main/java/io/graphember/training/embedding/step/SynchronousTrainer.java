// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.tensor.table.GradientNotFinite;
import io.graphember.tensor.table.RowTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One of several trainers that take steps together (BSP; GraphScale, section 4.2): rows are read as
 * they are after the step before, all trainers' gradients of a step are added up by the hosts of
 * the rows, and applied once. What comes out does not depend on where rows lie or which trainer was
 * faster. With a staleness of 1 rows are read one step earlier, while the step before is still
 * being computed, but for the first step of a stretch.
 *
 * <p>Used by one thread.
 *
 * @param <B> a batch
 */
public final class SynchronousTrainer<B> implements EmbeddingTrainer {
  private final EmbeddingContext context;
  private final BatchObjective<B> objective;
  private final int staleness;

  /**
   * A trainer.
   *
   * @param staleness 0 or 1
   */
  public SynchronousTrainer(EmbeddingContext context, BatchObjective<B> objective, int staleness) {
    this.context = context;
    this.objective = objective;
    this.staleness = staleness;
  }

  /**
   * Trains a stretch of steps, with all other trainers.
   *
   * @param from first step, from 0 on; the tables have been through as many
   * @param to end of the steps
   * @throws GraphemberException cancelled, with code {@link TensorError#GRADIENT_NOT_FINITE} and
   *     cause {@link GradientNotFinite} before anything of that step is applied, or what a host
   *     failed with
   */
  @Override
  public PassReport train(long from, long to) {
    final PassCounts counts = new PassCounts();
    final BatchesAhead<B> ahead =
        new BatchesAhead<>(objective::batch, from, to, context.executor(), context.replies());
    try {
      List<CompletableFuture<Void>> update = List.of();
      Rows next = null; // of the step that comes, if they are asked for ahead
      for (long step = from; step < to; step++) {
        await(update, counts);
        final Rows rows = next == null ? read(ahead, step, counts) : next;
        final List<float[]> values = rows.await(counts);
        next = staleness == 0 || step + 1 == to ? null : read(ahead, step, counts);
        update = contribute(step, rows, values, next, counts);
      }
      await(update, counts);
    } finally {
      ahead.close();
    }
    return counts.report();
  }

  /** Rows of a batch, which may be on their way. */
  private final class Rows {
    private final B batch;
    private final BatchEmbeddings touched;
    private final List<CompletableFuture<List<float[]>>> sent;
    private @Nullable List<float[]> values; // null until they are there

    Rows(B batch, long step) {
      this.batch = batch;
      touched =
          new BatchEmbeddings(
              objective.touched(batch), context.tables(), context.partitions(), partition -> true);
      sent = touched.fetch(step);
    }

    List<float[]> await(PassCounts counts) {
      if (values == null) {
        final long began = System.nanoTime();
        values = touched.await(sent, context.replies());
        counts.waited(System.nanoTime() - began);
      }
      return values;
    }
  }

  /** Asks for the rows of the next batch as they are after so many steps. */
  private Rows read(BatchesAhead<B> ahead, long steps, PassCounts counts) {
    final long began = System.nanoTime();
    final B batch = ahead.next();
    counts.waited(System.nanoTime() - began);
    return new Rows(batch, steps);
  }

  /**
   * Computes the gradients of a step and sends each host its part, nothing too: hosts wait for all
   * trainers.
   *
   * @param next rows that must have been read before, or null
   */
  private List<CompletableFuture<Void>> contribute(
      long step, Rows rows, List<float[]> values, @Nullable Rows next, PassCounts counts) {
    final BatchGradients computed = objective.gradients(rows.batch, rows.touched, values, counts);
    if (next != null) {
      next.await(counts);
    }
    RowTransport tables = context.tables();
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    for (int host = 0; host < tables.hosts(); host++) {
      sent.add(tables.contribute(host, context.rank(), step + 1, computed.part(host)));
    }
    return sent;
  }

  private void await(List<CompletableFuture<Void>> update, PassCounts counts) {
    final long began = System.nanoTime();
    for (CompletableFuture<Void> part : update) {
      context.replies().await(part, "a step of all trainers");
    }
    counts.waited(System.nanoTime() - began);
  }
}
