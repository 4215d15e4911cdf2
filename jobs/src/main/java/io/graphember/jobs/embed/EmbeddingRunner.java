// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed;

import io.graphember.graph.id.Vid;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveTables;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.train.TrainerRunner;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.transport.RemoteRowTransport;
import io.graphember.jobs.transport.RemoteStorage;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.embedding.EmbeddingTrainers;
import io.graphember.training.embedding.NeighborMeans;
import io.graphember.training.embedding.step.EmbeddingContext;
import io.graphember.training.embedding.step.PassReport;
import io.graphember.training.job.embedding.EmbeddingSettings;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;

/** Runs trainers of embeddings on a node. Safe for use by several threads. */
public final class EmbeddingRunner {
  private final NodeCalls calls;
  private final NodeThreads threads;

  @Inject
  EmbeddingRunner(NodeCalls calls, NodeThreads threads) {
    this.calls = calls;
    this.threads = threads;
  }

  /**
   * Rows for vertices of this node that the graph has been given.
   *
   * @param added ids of all new vertices, ascending
   */
  NeighborMeans.Rows means(LiveJob job, List<TableSpec> tables, long[] added) {
    final long[] here =
        Arrays.stream(added)
            .filter(vid -> job.owners().now()[Vid.partition(vid)].equals(calls.self()))
            .toArray();
    try (NeighborMeans means =
        new NeighborMeans(
            new RemoteStorage(calls, job).partitions(() -> 0),
            new RemoteRowTransport(calls, job),
            tables,
            TrainerRunner.replies(job),
            added)) {
      return means.of(here);
    }
  }

  /**
   * Runs one trainer for some steps.
   *
   * @param masters masters of each partition
   * @param from first step, from 0 on
   * @param to end of the steps
   */
  PassReport run(LiveJob job, int rank, long[] masters, long from, long to) {
    job.work().trainerStarted(rank);
    EmbeddingSettings settings = job.settings().embed().embedding();
    return new EmbeddingTrainers(
            settings,
            LiveTables.parameters(job),
            new RemoteStorage(calls, job).partitions(() -> from),
            masters,
            job.graph().edges())
        .train(
            new EmbeddingContext(
                rank,
                new RemoteRowTransport(calls, job),
                masters.length,
                TrainerRunner.replies(job),
                job.quota().executor(threads.samplers())),
            from,
            to);
  }
}
