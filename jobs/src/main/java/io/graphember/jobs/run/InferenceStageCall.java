// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.Json;
import io.graphember.client.api.LayerInfo;
import io.graphember.inference.layerwise.LayerTimes;
import io.graphember.jobs.live.LiveInference;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** One stage of inference on one node; answers a {@link StageReport} as JSON. */
final class InferenceStageCall extends NodeCall<String> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final InferenceStage stage;
  private final int layer;

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
  public String run() {
    LiveJob live = jobs.get(job, epoch);
    LiveInference inference = live.inference();
    switch (stage) {
      case OPEN -> {
        inference.open(live.budget());
        return Json.write(new StageReport(inference.share().mostRows(), null));
      }
      case BEGIN -> inference.begin();
      case FILL -> inference.fill(layer);
      case SUM -> inference.sum(layer);
      case COMPLETE -> inference.complete();
      case PASS -> {
        return Json.write(new StageReport(0, inference.pass(layer)));
      }
    }
    return Json.write(new StageReport(0, null));
  }

  /** What was answered. */
  static StageReport report(String answer) {
    return Json.read(answer, StageReport.class);
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
