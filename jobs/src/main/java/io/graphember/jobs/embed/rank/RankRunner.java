// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.rank;

import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.spi.triple.End;
import io.graphember.training.embedding.triple.EntityCounts;
import io.graphember.training.embedding.triple.RankQueries;
import io.graphember.training.embedding.triple.TripleRanker;
import io.graphember.training.evaluation.RankSums;
import io.graphember.training.task.TypedEdges;
import jakarta.inject.Inject;
import java.util.Arrays;

/** Ranks triples on a node. Safe for use by several threads. */
final class RankRunner {
  private final Caches caches;
  private final NodeCalls calls;

  @Inject
  RankRunner(Caches caches, NodeCalls calls) {
    this.caches = caches;
    this.calls = calls;
  }

  /**
   * Ranks triples.
   *
   * @param triples by relation
   */
  RankSums rank(LiveJob job, TypedEdges triples) {
    try (JobTriples access = new JobTriples(caches, calls, job)) {
      final TripleRanker ranker =
          new TripleRanker(
              access.queries(),
              (host, queries) ->
                  access.ask(
                      host, new RankMessages.Count(job.plan().job(), job.plan().epoch(), queries)),
              access.known());
      return rank(job, ranker, triples, access.most());
    }
  }

  private static RankSums rank(LiveJob job, TripleRanker ranker, TypedEdges triples, int most) {
    RankSums sums = RankSums.NONE;
    int to;
    for (int from = 0; from < triples.size(); from = to) {
      job.check();
      final int relation = triples.types()[from];
      to = from;
      while (to < triples.size() && to - from < most && triples.types()[to] == relation) {
        to++;
      }
      sums =
          sums.plus(
              ranker.rank(
                  relation,
                  JobTriples.vertexType(job.graph(), relation, End.HEAD),
                  JobTriples.vertexType(job.graph(), relation, End.TAIL),
                  Arrays.copyOfRange(triples.sources(), from, to),
                  Arrays.copyOfRange(triples.destinations(), from, to)));
    }
    return sums;
  }

  /** See {@link io.graphember.training.embedding.triple.EntityRanks#counts}. */
  static int[] count(LiveJob job, RankQueries queries) {
    return new EntityCounts(JobTriples.entities(job))
        .of(queries, (partition, type) -> JobTriples.range(job, partition, type));
  }
}
