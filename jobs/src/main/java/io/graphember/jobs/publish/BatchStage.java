// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.jobs.run.JobNodes;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.training.job.JobSettings;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Has nodes compute the results of all vertices batch by batch, each from its neighbourhood as
 * evaluation takes it, and write what is published. Used by the coordinator's thread.
 */
public final class BatchStage {
  private final NodeCalls calls;
  private final JobSettings settings;
  private final long job;

  /**
   * A stage that has not begun.
   *
   * @param job number of the job
   */
  public BatchStage(NodeCalls calls, JobSettings settings, long job) {
    this.calls = calls;
    this.settings = settings;
    this.job = job;
  }

  /**
   * Begins to fill the caches of predictions and embeddings. Partitions of a node that leaves are
   * computed by others, all of them again, since an entry that is written twice is the same.
   *
   * @return how many vertices there were
   */
  public CompletableFuture<Long> begin(
      JobNodes nodes, float[] parameters, Publications publications) {
    VertexCaches caches = VertexCaches.of(publications, nodes.plan().graph(), settings);
    return publish(
        nodes,
        IntStream.range(0, nodes.plan().owners().length).toArray(),
        partitions ->
            new PublishMessages.Publish(job, nodes.plan().epoch(), partitions, parameters, caches));
  }

  private CompletableFuture<Long> publish(
      JobNodes nodes, int[] partitions, Function<int[], PublishMessages.Publish> message) {
    CompletableFuture<Long> published = CompletableFuture.completedFuture(0L);
    for (Map.Entry<UUID, int[]> part : nodes.predictors(partitions).entrySet()) {
      UUID node = part.getKey();
      CompletableFuture<Long> here =
          nodes
              .send(node, message.apply(part.getValue()))
              .handle(
                  (count, failure) -> {
                    if (failure == null) {
                      return CompletableFuture.completedFuture(count);
                    }
                    return calls.isLoss(node, failure)
                        ? publish(nodes, part.getValue(), message)
                        : CompletableFuture.<Long>failedFuture(failure);
                  })
              .thenCompose(Function.identity());
      published = published.thenCombine(here, Long::sum);
    }
    return published;
  }
}
