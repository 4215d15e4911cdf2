// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

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
 *
 * @param <B> a batch
 */
public final class PushingTrainer<B> implements EmbeddingTrainer {
  private final EmbeddingContext context;
  private final BatchObjective<B> objective;

  public PushingTrainer(EmbeddingContext context, BatchObjective<B> objective) {
    this.context = context;
    this.objective = objective;
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
    final BatchesAhead<Fetched<B>> ahead =
        new BatchesAhead<>(this::fetch, from, to, context.executor(), context.replies());
    List<CompletableFuture<Void>> pushed = List.of();
    try {
      for (long step = from; step < to; step++) {
        final long began = System.nanoTime();
        final Fetched<B> fetched = ahead.next();
        final List<float[]> rows = fetched.touched.await(fetched.sent, context.replies());
        await(pushed);
        counts.waited(System.nanoTime() - began);
        pushed = push(objective.gradients(fetched.batch, fetched.touched, rows, counts), step);
      }
      await(pushed);
    } finally {
      ahead.close();
    }
    return counts.report();
  }

  /** A batch, and its rows on their way. */
  private record Fetched<B>(
      B batch, BatchEmbeddings touched, List<CompletableFuture<List<float[]>>> sent) {}

  private Fetched<B> fetch(long step) {
    final B batch = objective.batch(step);
    BatchEmbeddings touched =
        new BatchEmbeddings(
            objective.touched(batch), context.tables(), context.partitions(), partition -> true);
    return new Fetched<>(batch, touched, touched.fetch(RowRead.LATEST));
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
