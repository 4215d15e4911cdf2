// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.NodeCounts;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;

/** What the coordinator of a job asks of nodes, whatever the job is. */
public final class NodeMessages implements MessageGroup {
  private final LiveStore jobs;
  private final Cluster cluster;

  @Inject
  NodeMessages(LiveStore jobs, Cluster cluster) {
    this.jobs = jobs;
    this.cluster = cluster;
  }

  /** Opens a job on a node: loads the slabs that the plan gives to it. */
  record Open(JobPlan plan) implements Message<Done> {}

  /** Opens partitions of a lost node on another one. */
  record TakeOver(JobPlan plan, int[] partitions) implements Message<Done> {}

  /** The owners of the partitions of a job after the loss of a node. */
  record Owners(long job, int epoch, UUID[] owners) implements Message<Done> {}

  /** Asks a job's work on a node to stop. */
  record Cancel(long job, int epoch) implements Message<Done> {}

  /** Asks the first trainer of a job to keep its state behind its epoch, and to end there. */
  record Move(long job, int epoch) implements Message<Done> {}

  /** Frees a job's slabs on a node; answers what the node did for the job. */
  record Release(long job, int epoch) implements Message<Optional<NodeCounts>> {}

  /** Asks a node how many trainers run on it. */
  record Trainers() implements Message<Integer> {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.carryOut(Open.class, asked -> jobs.open(asked.plan()));
    handlers.carryOut(TakeOver.class, asked -> jobs.takeOver(asked.plan(), asked.partitions()));
    handlers.carryOut(
        Owners.class,
        asked -> jobs.get(asked.job(), asked.epoch()).owners().change(asked.owners()));
    handlers.carryOut(Cancel.class, asked -> jobs.cancel(asked.job(), asked.epoch()));
    handlers.carryOut(Move.class, asked -> jobs.get(asked.job(), asked.epoch()).move());
    handlers.answer(Release.class, this::release);
    handlers.answer(Trainers.class, asked -> jobs.runningTrainers());
  }

  private Optional<NodeCounts> release(Release asked) {
    Optional<NodeCounts> counts =
        jobs.find(asked.job()).map(job -> job.counts(cluster.local(), cluster.servers()));
    jobs.release(asked.job(), asked.epoch());
    return counts;
  }
}
