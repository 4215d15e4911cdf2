// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.EpochInfo;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;

/** What nodes report to the coordinator of a job. */
public final class CoordinatorMessages implements MessageGroup {
  private final RunningJobs jobs;

  @Inject
  CoordinatorMessages(RunningJobs jobs) {
    this.jobs = jobs;
  }

  /** Cancels a job; true if it was running. */
  public record Stop(long job) implements Message<Boolean> {}

  /** A call of the job's engine does not come back; true if the job was running. */
  record Stalled(long job, String why) implements Message<Boolean> {}

  /** How far the training is. */
  public record Trained(long job, JobPhase phase, Optional<EpochInfo> epoch)
      implements Message<Done> {}

  /** A checkpoint of the training is complete. */
  public record Kept(long job) implements Message<Done> {}

  /** How many masters of a node are through a layer. */
  public record Inferred(long job, UUID node, int layer, long masters) implements Message<Done> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(Stop.class, asked -> jobs.cancel(asked.job()));
    handlers.answer(Stalled.class, told -> jobs.stalled(told.job(), told.why()));
    handlers.carryOut(Trained.class, told -> jobs.report(told.job(), told.phase(), told.epoch()));
    handlers.carryOut(Kept.class, told -> jobs.kept(told.job()));
    handlers.carryOut(
        Inferred.class,
        told -> jobs.inferred(told.job(), told.node(), told.layer(), told.masters()));
  }
}
