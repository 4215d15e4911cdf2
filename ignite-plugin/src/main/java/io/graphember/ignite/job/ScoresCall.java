// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Scores the edges that a node has. */
final class ScoresCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final String embeddings;
  private final String scores;
  private final float[] parameters;

  /**
   * A call.
   *
   * @param embeddings cache with embeddings
   * @param scores cache for scores
   */
  ScoresCall(long job, int epoch, String embeddings, String scores, float[] parameters) {
    this.job = job;
    this.epoch = epoch;
    this.embeddings = embeddings;
    this.scores = scores;
    this.parameters = parameters;
  }

  @Override
  protected Boolean run(NodeParts parts) {
    parts.scores().run(parts.live().get(job, epoch), embeddings, scores, parameters);
    return true;
  }
}
