// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Has a node do its part of what is made of pairs of embeddings. */
final class PairsCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient CandidateRunner candidates;
  @Inject private transient LiveStore jobs;
  @Inject private transient ScoreRunner scores;

  private final long job;
  private final int epoch;
  private final Kind kind;
  private final VertexCaches embeddings;
  private final String output;
  private final float[] parameters;

  /** What is made. */
  enum Kind {
    /** Scores of the edges that the node has. */
    SCORES,
    /** Candidates of the vertices whose results it computes. */
    CANDIDATES
  }

  /**
   * A call.
   *
   * @param embeddings caches with embeddings
   * @param output cache for what is made
   */
  PairsCall(
      long job, int epoch, Kind kind, VertexCaches embeddings, String output, float[] parameters) {
    this.job = job;
    this.epoch = epoch;
    this.kind = kind;
    this.embeddings = embeddings;
    this.output = output;
    this.parameters = parameters;
  }

  @Override
  public Boolean run() {
    LiveJob live = jobs.get(job, epoch);
    switch (kind) {
      case SCORES -> scores.run(live, embeddings, output, parameters);
      case CANDIDATES -> candidates.run(live, embeddings, output, parameters);
    }
    return true;
  }
}
