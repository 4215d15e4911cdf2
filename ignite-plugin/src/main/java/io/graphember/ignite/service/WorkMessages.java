// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import io.graphember.client.GraphemberVersion;
import io.graphember.client.api.node.NodeInfo;
import io.graphember.ignite.load.LoadSessions;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.message.MessageHandlers;
import io.graphember.jobs.shard.LocalShards;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.memory.MemoryBudget;
import jakarta.inject.Inject;
import java.util.List;

/** What nodes are asked about what they do. */
public final class WorkMessages implements MessageGroup {
  private final LiveStore jobs;
  private final LoadSessions loads;
  private final JobRunner runner;
  private final LocalShards shards;
  private final MemoryBudget budget;

  @Inject
  WorkMessages(
      LiveStore jobs,
      LoadSessions loads,
      JobRunner runner,
      LocalShards shards,
      MemoryBudget budget) {
    this.budget = budget;
    this.jobs = jobs;
    this.loads = loads;
    this.runner = runner;
    this.shards = shards;
  }

  /** Asks a node what it does. */
  record Ask() implements Message<Counts> {}

  /**
   * What a node does.
   *
   * @param loads that it has taken
   * @param shards of loads
   * @param coordinated jobs that it coordinates
   * @param trainers that run
   * @param jobs that it has a part in
   * @param partitions that it serves
   * @param version version of Graphember
   * @param budgetBytes memory that its work may take
   * @param usedBytes memory that its work takes
   * @param jobBytes memory of each job that it has a part in
   */
  record Counts(
      int loads,
      int shards,
      int coordinated,
      int trainers,
      int jobs,
      int partitions,
      String version,
      long budgetBytes,
      long usedBytes,
      List<NodeInfo.JobBytes> jobBytes) {}

  @Override
  public void register(MessageHandlers handlers) {
    handlers.answer(
        Ask.class,
        asked ->
            new Counts(
                loads.openLoads(),
                shards.open(),
                runner.takenJobs(),
                jobs.runningTrainers(),
                jobs.openJobs(),
                jobs.heldPartitions(),
                GraphemberVersion.current(),
                budget.limitBytes(),
                budget.takenBytes(),
                jobs.all().stream().map(WorkMessages::memory).toList()));
  }

  private static NodeInfo.JobBytes memory(LiveJob job) {
    return new NodeInfo.JobBytes(
        job.plan().job(), job.memory().heapBytes(), job.memory().nativeBytes());
  }
}
