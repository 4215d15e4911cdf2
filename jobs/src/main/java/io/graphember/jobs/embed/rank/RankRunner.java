// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.rank;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveTables;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.pairs.StoredHeldOutEdges;
import io.graphember.jobs.train.TrainerRunner;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.transport.RemoteRowTransport;
import io.graphember.jobs.transport.RemoteStorage;
import io.graphember.memory.MemoryBudget;
import io.graphember.sampling.engine.Replies;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.training.embedding.EmbeddingPlan;
import io.graphember.training.embedding.triple.EntityCounts;
import io.graphember.training.embedding.triple.RankQueries;
import io.graphember.training.embedding.triple.RankSums;
import io.graphember.training.embedding.triple.TriplePlan;
import io.graphember.training.embedding.triple.TripleRanker;
import io.graphember.training.task.TypedEdges;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;

/** Ranks triples on a node. Safe for use by several threads. */
final class RankRunner {
  /** Most queries of a message. */
  private static final int TRIPLES_AT_ONCE = 512;

  /** Most floats of the queries of a message, if there are several: 4 MiB. */
  private static final int FLOATS_AT_ONCE = 1 << 20;

  private final Caches caches;
  private final NodeCalls calls;

  @Inject
  RankRunner(Caches caches, NodeCalls calls) {
    this.caches = caches;
    this.calls = calls;
  }

  private static TriplePlan plan(LiveJob job) {
    return ((EmbeddingPlan.Triples) LiveTables.parameters(job).plan()).plan();
  }

  /**
   * Ranks triples.
   *
   * @param triples by relation
   */
  RankSums rank(LiveJob job, TypedEdges triples) {
    final Replies replies = TrainerRunner.replies(job);
    try (MemoryBudget.Reservation lists = take(job);
        MemoryBudget.Reservation kept = take(job)) {
      final HeldOutTriples heldOut =
          new HeldOutTriples(
              new StoredHeldOutEdges(caches, job.graph(), job),
              job.graph().partitions(),
              lists,
              kept);
      final RemoteRowTransport transport = new RemoteRowTransport(calls, job);
      final TripleRanker ranker =
          new TripleRanker(
              plan(job),
              transport,
              job.graph().partitions(),
              (host, queries) ->
                  calls.send(
                      transport.node(host),
                      NodeThreads.STORAGE_EXECUTOR,
                      new RankMessages.Count(job.plan().job(), job.plan().epoch(), queries)),
              new KnownGraphTriples(
                  new RemoteStorage(calls, job).partitions(() -> 0),
                  replies,
                  heldOut,
                  () -> take(job)),
              replies);
      return rank(job, ranker, triples);
    }
  }

  private static MemoryBudget.Reservation take(LiveJob job) {
    return job.budget().take(0, "Job %d, to rank triples,".formatted(job.plan().job()));
  }

  private static RankSums rank(LiveJob job, TripleRanker ranker, TypedEdges triples) {
    final int most = Math.max(1, Math.min(TRIPLES_AT_ONCE, FLOATS_AT_ONCE / plan(job).dim()));
    RankSums sums = RankSums.NONE;
    int to;
    for (int from = 0; from < triples.size(); from = to) {
      job.check();
      final int relation = triples.types()[from];
      to = from;
      while (to < triples.size() && to - from < most && triples.types()[to] == relation) {
        to++;
      }
      final GraphInfo.Edges type = job.graph().edgeTypes().get(relation);
      sums =
          sums.plus(
              ranker.rank(
                  relation,
                  vertexType(job.graph(), type.source()),
                  vertexType(job.graph(), type.destination()),
                  Arrays.copyOfRange(triples.sources(), from, to),
                  Arrays.copyOfRange(triples.destinations(), from, to)));
    }
    return sums;
  }

  private static int vertexType(GraphInfo graph, String name) {
    return graph.vertexTypes().stream().map(GraphInfo.Vertices::name).toList().indexOf(name);
  }

  /** See {@link io.graphember.training.embedding.triple.EntityRanks#counts}. */
  static int[] count(LiveJob job, RankQueries queries) {
    return new EntityCounts(plan(job), job.tables().host(), job)
        .of(queries, (partition, type) -> range(job, partition, type));
  }

  /** Masters are in the order of their types. */
  private static int[] range(LiveJob job, int partition, int type) {
    final List<KeyColumn> keys = job.partition(partition).keysByType();
    final int from = keys.stream().limit(type).mapToInt(KeyColumn::size).sum();
    return new int[] {from, from + keys.get(type).size()};
  }
}
