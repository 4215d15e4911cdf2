// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Scores some of the pairs that a client sent. */
final class PairScoresCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;
  @Inject private transient ScoreRunner nodeScores;

  private final long job;
  private final int epoch;
  private final VertexCaches embeddings;
  private final String scores;
  private final float[] parameters;
  private final byte[] pairs;
  private final int from;
  private final int to;

  /**
   * A call.
   *
   * @param embeddings caches with embeddings
   * @param scores cache for scores
   * @param pairs all pairs, see {@link ScoredPairs}
   * @param from first pair of this node
   * @param to end of its pairs
   */
  PairScoresCall(
      long job,
      int epoch,
      VertexCaches embeddings,
      String scores,
      float[] parameters,
      byte[] pairs,
      int from,
      int to) {
    this.job = job;
    this.epoch = epoch;
    this.embeddings = embeddings;
    this.scores = scores;
    this.parameters = parameters;
    this.pairs = pairs;
    this.from = from;
    this.to = to;
  }

  @Override
  public Boolean run() {
    nodeScores.run(jobs.get(job, epoch), embeddings, scores, parameters, pairs, from, to);
    return true;
  }
}
