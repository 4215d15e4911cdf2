// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

import io.graphember.graph.id.Vid;
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
 * <p>The gradients of a row are summed over the pairs of a trainer's batch, and this sum is scaled
 * down where there are more than {@value #FULL_PAIRS} of them: a row that is in many pairs would
 * overshoot, since none of them sees what the others did.
 *
 * <p>Used by one thread.
 */
public final class SynchronousTrainer {
  /** Pairs of a row whose gradients count fully; of more, the mean times this counts. */
  private static final float FULL_PAIRS = 32;

  private final EmbeddingContext context;
  private final WalkPlan plan;
  private final List<PairObjective> objectives;
  private final int dim;
  private final int staleness;

  /**
   * A trainer.
   *
   * @param dim floats of a row of every table
   * @param staleness 0 or 1
   */
  public SynchronousTrainer(
      EmbeddingContext context,
      WalkPlan plan,
      List<PairObjective> objectives,
      int dim,
      int staleness) {
    this.context = context;
    this.plan = plan;
    this.objectives = objectives;
    this.dim = dim;
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
  public PassReport train(long from, long to) {
    final PassCounts counts = new PassCounts();
    final PairGradients pairs = new PairGradients(dim, plan, counts);
    final BatchesAhead<WalkBatch> ahead = context.ahead(from, to);
    try {
      List<CompletableFuture<Void>> update = List.of();
      Rows next = null; // of the step that comes, if they are asked for ahead
      for (long step = from; step < to; step++) {
        await(update, counts);
        final Rows rows = next == null ? read(ahead, step, counts) : next;
        final List<float[]> values = rows.await(counts);
        next = staleness == 0 || step + 1 == to ? null : read(ahead, step, counts);
        update = contribute(step, rows.touched, values, pairs, next, counts);
      }
      await(update, counts);
    } finally {
      ahead.close();
    }
    return counts.report();
  }

  /** Rows of a batch, which may be on their way. */
  private final class Rows {
    private final BatchEmbeddings touched;
    private final List<CompletableFuture<List<float[]>>> sent;
    private @Nullable List<float[]> values; // null until they are there

    Rows(WalkBatch batch, long step) {
      touched =
          new BatchEmbeddings(
              batch, objectives, context.tables(), context.partitions(), dim, partition -> true);
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
  private Rows read(BatchesAhead<WalkBatch> ahead, long steps, PassCounts counts) {
    final long began = System.nanoTime();
    final WalkBatch batch = ahead.next();
    counts.waited(System.nanoTime() - began);
    counts.batch(batch);
    return new Rows(batch, steps);
  }

  /**
   * Computes the gradients of a step and sends each host its part, nothing too: hosts wait for all
   * trainers.
   *
   * @param next rows that must have been read before, or null
   */
  private List<CompletableFuture<Void>> contribute(
      long step,
      BatchEmbeddings touched,
      List<float[]> values,
      PairGradients pairs,
      @Nullable Rows next,
      PassCounts counts) {
    List<float[]> sums = touched.zeros(dim);
    List<float[]> times = touched.zeros(1);
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
    for (int t = 0; t < times.size(); t++) {
      requireFinite(touched, sums.get(t));
      descend(times.get(t));
    }
    if (next != null) {
      next.await(counts);
    }
    RowTransport tables = context.tables();
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    for (int host = 0; host < tables.hosts(); host++) {
      sent.add(
          tables.contribute(host, context.rank(), step + 1, touched.scaled(host, times, sums)));
    }
    return sent;
  }

  /** Turns the numbers of pairs into factors: optimizers go against a gradient. */
  private static void descend(float[] times) {
    for (int i = 0; i < times.length; i++) {
      times[i] = times[i] <= FULL_PAIRS ? -Math.signum(times[i]) : -FULL_PAIRS / times[i];
    }
  }

  private void requireFinite(BatchEmbeddings touched, float[] sums) {
    for (int i = 0; i < sums.length; i++) {
      if (!Float.isFinite(sums[i])) {
        final long vid = touched.batch().vids()[i / dim];
        throw new GraphemberException(
            TensorError.GRADIENT_NOT_FINITE,
            "The gradient of row %d in partition %d is infinite or not a number: lower embedding.learningRate."
                .formatted(Vid.local(vid), Vid.partition(vid)),
            new GradientNotFinite(Vid.partition(vid), Vid.local(vid)));
      }
    }
  }

  private void await(List<CompletableFuture<Void>> update, PassCounts counts) {
    final long began = System.nanoTime();
    for (CompletableFuture<Void> part : update) {
      context.replies().await(part, "a step of all trainers");
    }
    counts.waited(System.nanoTime() - began);
  }
}
