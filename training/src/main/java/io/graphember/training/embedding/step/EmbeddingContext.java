// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

import io.graphember.sampling.engine.Replies;
import io.graphember.tensor.table.RowTransport;
import java.util.concurrent.Executor;

/**
 * What a trainer of embeddings is lent.
 *
 * @param rank number of the trainer
 * @param tables way to the tables
 * @param partitions number of partitions P
 * @param replies how replies are waited for
 * @param executor makes batches ahead, one at a time
 */
public record EmbeddingContext(
    int rank, RowTransport tables, int partitions, Replies replies, Executor executor) {}
