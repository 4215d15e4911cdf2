// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.KeptRows;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.training.job.InferenceSettings;
import jakarta.inject.Inject;
import java.util.UUID;

/** Gives a node its share of a layer-wise pass: the partitions whose results it computes. */
final class OpenInferenceCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient InferenceRunner inference;
  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final UUID[] computing;
  private final InferenceSettings.Engine engine;
  private final float[] parameters;
  private final byte[] slices;
  private final KeptRows learned;
  private final VertexCaches caches;

  /**
   * A call.
   *
   * @param computing node that computes the results of each partition
   * @param caches where results are written
   */
  OpenInferenceCall(
      long job, int epoch, UUID[] computing, InferenceContent content, VertexCaches caches) {
    this.job = job;
    this.epoch = epoch;
    this.computing = computing;
    this.engine = content.engine();
    this.parameters = content.parameters();
    this.slices = content.archive();
    this.learned = content.learned().orElse(null);
    this.caches = caches;
  }

  @Override
  public Boolean run() {
    LiveJob live = jobs.get(job, epoch);
    InferenceContent content = new InferenceContent(engine, parameters, slices, learned);
    live.open(inference.open(live, computing, content, caches));
    return true;
  }
}
