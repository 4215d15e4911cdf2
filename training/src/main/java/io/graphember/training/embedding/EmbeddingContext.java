// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

import io.graphember.sampling.engine.Replies;
import io.graphember.tensor.table.RowTransport;
import java.util.concurrent.Executor;

/**
 * What a trainer of embeddings is lent.
 *
 * @param rank number of the trainer
 * @param batches makes its batches; closed by whoever made it
 * @param tables way to the tables
 * @param partitions number of partitions P
 * @param replies how replies are waited for
 * @param executor makes batches ahead, one at a time
 */
public record EmbeddingContext(
    int rank,
    WalkBatches batches,
    RowTransport tables,
    int partitions,
    Replies replies,
    Executor executor) {
  BatchesAhead<WalkBatch> ahead(long from, long to) {
    return new BatchesAhead<>(batches::batch, from, to, executor, replies);
  }
}
