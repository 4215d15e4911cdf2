// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.LayerInfo;
import io.graphember.ignite.live.LiveInference;
import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.inference.layerwise.LayerTimes;
import jakarta.inject.Inject;

/**
 * One stage of inference on one node. Answers the rows that it will keep when it opens, the numbers
 * of {@link LayerTimes} in their order for a pass, and nothing for another stage.
 */
final class InferenceStageCall extends NodeCall<double[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;
  private static final double[] NOTHING = {};

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
  protected double[] run() {
    LiveJob live = jobs.get(job, epoch);
    LiveInference inference = live.inference();
    switch (stage) {
      case OPEN -> {
        inference.open(live.budget());
        return new double[] {inference.share().mostRows()};
      }
      case BEGIN -> inference.begin();
      case FILL -> inference.fill(layer);
      case SUM -> inference.sum(layer);
      case COMPLETE -> inference.complete();
      case PASS -> {
        return numbers(inference.pass(layer));
      }
    }
    return NOTHING;
  }

  private static double[] numbers(LayerTimes times) {
    return new double[] {
      times.layer(),
      times.fill(),
      times.read(),
      times.aggregate(),
      times.dense(),
      times.write(),
      times.wall(),
      times.restored(),
      times.filledRows(),
      times.cachedRows(),
      times.chunkReads(),
      times.chunkHits()
    };
  }

  /** What was answered for a pass. */
  static LayerTimes times(double[] answer) {
    return new LayerTimes(
        (int) answer[0],
        answer[1],
        answer[2],
        answer[3],
        answer[4],
        answer[5],
        answer[6],
        (long) answer[7],
        (long) answer[8],
        (long) answer[9],
        (long) answer[10],
        (long) answer[11]);
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
