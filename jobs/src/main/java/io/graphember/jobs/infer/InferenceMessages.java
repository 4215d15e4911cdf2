// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.infer;

import io.graphember.jobs.live.LiveInference;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.jobs.publish.VertexCaches;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;

/** What a layer-wise pass asks of the nodes that compute it. */
public final class InferenceMessages implements MessageGroup {
  private final InferenceRunner inference;
  private final LiveStore jobs;

  @Inject
  InferenceMessages(InferenceRunner inference, LiveStore jobs) {
    this.inference = inference;
    this.jobs = jobs;
  }

  /**
   * Gives a node its share of a pass: the partitions whose results it computes.
   *
   * @param computing node that computes the results of each partition
   * @param caches where results are written
   */
  record Open(long job, int epoch, UUID[] computing, InferenceContent content, VertexCaches caches)
      implements Message<Done> {}

  /**
   * One stage of inference on one node.
   *
   * @param layer of a stage that has one
   */
  record Stage(long job, int epoch, InferenceStage stage, int layer)
      implements Message<StageReport> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.carryOut(Open.class, this::open);
    handlers.answer(Stage.class, this::stage);
  }

  private void open(Open asked) {
    jobs.workOn(
        asked.job(),
        asked.epoch(),
        live ->
            live.open(inference.open(live, asked.computing(), asked.content(), asked.caches())));
  }

  private StageReport stage(Stage asked) {
    return jobs.work(asked.job(), asked.epoch(), live -> stage(asked, live));
  }

  private static StageReport stage(Stage asked, LiveJob live) {
    final LiveInference pass = live.inference();
    switch (asked.stage()) {
      case OPEN -> {
        pass.open(live.budget());
        return new StageReport(pass.share().mostRows(), Optional.empty());
      }
      case BEGIN -> pass.begin();
      case FILL -> pass.fill(asked.layer());
      case SUM -> pass.sum(asked.layer());
      case COMPLETE -> pass.complete();
      case PASS -> {
        return new StageReport(0, Optional.of(pass.pass(asked.layer())));
      }
    }
    return new StageReport(0, Optional.empty());
  }
}
