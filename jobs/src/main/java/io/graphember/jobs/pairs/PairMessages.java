// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.jobs.publish.VertexCaches;
import io.graphember.training.evaluation.RankSums;
import io.graphember.training.task.TypedEdges;
import jakarta.inject.Inject;
import java.util.List;

/** What nodes make of pairs of embeddings. Each message has the caches with the embeddings. */
public final class PairMessages implements MessageGroup {
  private final CandidateRunner candidates;
  private final LiveStore jobs;
  private final ScoreRunner scores;
  private final LinkRankRunner ranks;

  @Inject
  PairMessages(
      CandidateRunner candidates, LiveStore jobs, ScoreRunner scores, LinkRankRunner ranks) {
    this.candidates = candidates;
    this.jobs = jobs;
    this.scores = scores;
    this.ranks = ranks;
  }

  /** Scores the edges that the node has. */
  record EdgeScores(long job, int epoch, VertexCaches embeddings, String output, float[] parameters)
      implements Message<Done> {}

  /** Finds candidates for the vertices whose results the node computes. */
  record Candidates(long job, int epoch, VertexCaches embeddings, String output, float[] parameters)
      implements Message<Done> {}

  /**
   * Scores some of the pairs that a client sent.
   *
   * @param pairs all pairs, see {@link ScoredPairs}
   * @param from first pair of this node
   * @param to end of its pairs
   */
  record GivenScores(
      long job,
      int epoch,
      VertexCaches embeddings,
      String output,
      float[] parameters,
      byte[] pairs,
      int from,
      int to)
      implements Message<Done> {}

  /**
   * Ranks edges among all vertices; answers their ranks by edge type.
   *
   * @param edges by type
   */
  record Ranks(long job, int epoch, VertexCaches embeddings, float[] parameters, TypedEdges edges)
      implements Message<List<RankSums>> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.carryOut(
        EdgeScores.class,
        asked ->
            jobs.workOn(
                asked.job(),
                asked.epoch(),
                live -> scores.run(live, asked.embeddings(), asked.output(), asked.parameters())));
    handlers.answer(
        Ranks.class,
        asked ->
            jobs.work(
                asked.job(),
                asked.epoch(),
                live -> ranks.run(live, asked.embeddings(), asked.parameters(), asked.edges())));
    handlers.carryOut(
        Candidates.class,
        asked ->
            jobs.workOn(
                asked.job(),
                asked.epoch(),
                live ->
                    candidates.run(live, asked.embeddings(), asked.output(), asked.parameters())));
    handlers.carryOut(
        GivenScores.class,
        asked ->
            jobs.workOn(
                asked.job(),
                asked.epoch(),
                live ->
                    scores.run(
                        live,
                        asked.embeddings(),
                        asked.output(),
                        asked.parameters(),
                        asked.pairs(),
                        asked.from(),
                        asked.to())));
  }
}
