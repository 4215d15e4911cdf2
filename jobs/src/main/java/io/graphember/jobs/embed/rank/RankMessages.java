// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.rank;

import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.training.embedding.triple.RankQueries;
import io.graphember.training.evaluation.RankSums;
import io.graphember.training.task.TypedEdges;
import jakarta.inject.Inject;

/** What nodes are asked to rank triples. */
public final class RankMessages implements MessageGroup {
  private final RankRunner ranks;
  private final LiveStore jobs;

  @Inject
  RankMessages(RankRunner ranks, LiveStore jobs) {
    this.ranks = ranks;
    this.jobs = jobs;
  }

  /**
   * Ranks triples, with the help of all nodes.
   *
   * @param triples by relation
   */
  public record Rank(long job, int epoch, TypedEdges triples) implements Message<RankSums> {}

  /** Counts the entities of a node that queries find better than their true ones. */
  record Count(long job, int epoch, RankQueries queries) implements Message<int[]> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(
        Rank.class,
        asked -> jobs.work(asked.job(), asked.epoch(), live -> ranks.rank(live, asked.triples())));
    handlers.answer(
        Count.class,
        asked -> RankRunner.count(jobs.get(asked.job(), asked.epoch()), asked.queries()));
  }
}
