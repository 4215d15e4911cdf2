// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Computes and writes the results of a node's masters; answers how many there were. */
final class PublishCall extends NodeCall<Long> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final float[] parameters;
  private final String predictions;
  private final String embeddings;

  PublishCall(long job, int epoch, float[] parameters, String predictions, String embeddings) {
    this.job = job;
    this.epoch = epoch;
    this.parameters = parameters;
    this.predictions = predictions;
    this.embeddings = embeddings;
  }

  @Override
  protected Long run(NodeParts parts) {
    return parts
        .publisher()
        .publish(parts.live().get(job, epoch), parameters, predictions, embeddings);
  }
}
