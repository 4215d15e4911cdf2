// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

import io.graphember.tensor.table.RowGradients;
import io.graphember.tensor.table.RowRead;
import io.graphember.tensor.table.RowTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One of several trainers that do not wait for each other, where an optimizer moves the rows
 * (GraphScale, sections 3.2 and 4.2): a batch reads the rows as they are, and pushes its gradients
 * to the hosts of the rows, which apply them when they come. The rows of the next batch are fetched
 * meanwhile. Nothing repeats bit for bit.
 *
 * <p>A push is the trainer's own step, so rates go on as if the others had none. Used by one
 * thread.
 */
final class PushingTrainer implements EmbeddingTrainer {
  private final EmbeddingContext context;
  private final WalkPlan plan;
  private final List<PairObjective> objectives;
  private final int dim;

  /**
   * A trainer.
   *
   * @param dim floats of a row of every table
   */
  PushingTrainer(EmbeddingContext context, WalkPlan plan, List<PairObjective> objectives, int dim) {
    this.context = context;
    this.plan = plan;
    this.objectives = objectives;
    this.dim = dim;
  }

  /**
   * Trains a stretch of steps. All of its gradients are applied when this returns.
   *
   * @param from first step, from 0 on
   * @param to end of the steps
   * @throws io.graphember.spi.error.GraphemberException cancelled, with code {@link
   *     io.graphember.tensor.TensorError#GRADIENT_NOT_FINITE} before anything of that batch is
   *     applied, or what a host failed with
   */
  @Override
  public PassReport train(long from, long to) {
    final PassCounts counts = new PassCounts();
    final PairSums gradients = new PairSums(dim, plan, objectives, counts);
    final BatchesAhead<Fetched> ahead =
        new BatchesAhead<>(this::fetch, from, to, context.executor(), context.replies());
    List<CompletableFuture<Void>> pushed = List.of();
    try {
      for (long step = from; step < to; step++) {
        final long began = System.nanoTime();
        final Fetched fetched = ahead.next();
        final List<float[]> rows = fetched.touched.await(fetched.sent, context.replies());
        await(pushed);
        counts.waited(System.nanoTime() - began);
        counts.batch(fetched.touched.batch());
        pushed = push(gradients.of(fetched.touched, rows), step);
      }
      await(pushed);
    } finally {
      ahead.close();
    }
    return counts.report();
  }

  /** A batch, and its rows on their way. */
  private record Fetched(BatchEmbeddings touched, List<CompletableFuture<List<float[]>>> sent) {}

  private Fetched fetch(long step) {
    BatchEmbeddings touched =
        new BatchEmbeddings(
            context.batches().batch(step),
            objectives,
            context.tables(),
            context.partitions(),
            dim,
            partition -> true);
    return new Fetched(touched, touched.fetch(RowRead.LATEST));
  }

  private List<CompletableFuture<Void>> push(BatchGradients gradients, long step) {
    RowTransport tables = context.tables();
    List<CompletableFuture<Void>> sent = new ArrayList<>();
    for (int host = 0; host < tables.hosts(); host++) {
      List<RowGradients> part = gradients.part(host);
      if (!part.isEmpty()) {
        sent.add(tables.push(host, context.rank(), step, part));
      }
    }
    return sent;
  }

  private void await(List<CompletableFuture<Void>> pushed) {
    for (CompletableFuture<Void> part : pushed) {
      context.replies().await(part, "gradients of rows");
    }
  }
}
