// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Finds the candidates of some vertices on one node; answers of how many. */
final class CandidatesCall extends NodeCall<Long> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final String embeddings;
  private final String candidates;
  private final int[] partitions;
  private final float[] parameters;

  /**
   * A call.
   *
   * @param embeddings cache with embeddings
   * @param candidates cache for candidates
   * @param partitions of the first cache
   */
  CandidatesCall(
      long job,
      int epoch,
      String embeddings,
      String candidates,
      int[] partitions,
      float[] parameters) {
    this.job = job;
    this.epoch = epoch;
    this.embeddings = embeddings;
    this.candidates = candidates;
    this.partitions = partitions;
    this.parameters = parameters;
  }

  @Override
  protected Long run(NodeParts parts) {
    return parts
        .candidates()
        .run(parts.live().get(job, epoch), embeddings, candidates, partitions, parameters);
  }
}
