// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.Json;
import io.graphember.client.api.LayerInfo;
import io.graphember.ignite.live.LiveInference;
import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.inference.layerwise.LayerTimes;
import jakarta.inject.Inject;

/** One stage of inference on one node; answers a {@link Report} as JSON. */
final class InferenceStageCall extends NodeCall<String> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final InferenceStage stage;
  private final int layer;

  /**
   * What a node says of a stage.
   *
   * @param rows that it will keep at most, when it opens
   * @param times of a pass, else null
   */
  record Report(long rows, LayerTimes times) {}

  /**
   * A stage.
   *
   * @param layer of a stage that has one
   */
  InferenceStageCall(long job, int epoch, InferenceStage stage, int layer) {
    this.job = job;
    this.epoch = epoch;
    this.stage = stage;
    this.layer = layer;
  }

  @Override
  protected String run() {
    return Json.write(report());
  }

  private Report report() {
    LiveJob live = jobs.get(job, epoch);
    LiveInference inference = live.inference();
    switch (stage) {
      case OPEN -> {
        inference.open(live.budget());
        return new Report(inference.share().mostRows(), null);
      }
      case BEGIN -> inference.begin();
      case FILL -> inference.fill(layer);
      case SUM -> inference.sum(layer);
      case COMPLETE -> inference.complete();
      case PASS -> {
        return new Report(0, inference.pass(layer));
      }
    }
    return new Report(0, null);
  }

  /** What was answered. */
  static Report report(String answer) {
    return Json.read(answer, Report.class);
  }

  /** The same as clients see it. */
  static LayerInfo info(LayerTimes times) {
    return new LayerInfo(
        times.layer(),
        times.wall(),
        times.fill(),
        times.read(),
        times.aggregate(),
        times.dense(),
        times.write(),
        times.restored(),
        times.filledRows(),
        times.cachedRows(),
        times.chunkReads(),
        times.chunkHits());
  }
}
