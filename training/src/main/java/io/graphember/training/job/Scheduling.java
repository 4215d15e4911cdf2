// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.sampling.schedule.BatchScheduler;
import io.graphember.sampling.schedule.LaunchRule;
import io.graphember.sampling.schedule.TaskOrder;

/** Ways to sample ahead of the trainer that a job file may name; batches are the same in all. */
public enum Scheduling {
  /** {@link LaunchRule#SCORE}, the tasks of the earliest batch first. */
  LAUNCH_SCORE(LaunchRule.SCORE, TaskOrder.BATCH_AND_COST),
  /** As many batches ahead as there may be, the tasks of the earliest batch first. */
  FIXED(LaunchRule.FILL, TaskOrder.BATCH_AND_COST),
  /** {@link LaunchRule#SCORE}, tasks in the order in which they become ready. */
  FIFO(LaunchRule.SCORE, TaskOrder.ARRIVAL),
  /** One batch after the other, nothing ahead. */
  SEQUENTIAL(LaunchRule.SEQUENTIAL, TaskOrder.ARRIVAL);

  /** Tasks of one trainer at once: more would only contend with the other trainers of the node. */
  private static final int MOST_THREADS = 4;

  private final LaunchRule rule;
  private final TaskOrder order;

  Scheduling(LaunchRule rule, TaskOrder order) {
    this.rule = rule;
    this.order = order;
  }

  /**
   * How a trainer's schedule runs.
   *
   * @param prefetch batches ahead at most
   */
  public BatchScheduler.Settings settings(int prefetch) {
    int threads =
        Math.min(MOST_THREADS, Math.min(prefetch, Runtime.getRuntime().availableProcessors()));
    return new BatchScheduler.Settings(rule, order, threads, new ProcessorLoad());
  }
}
