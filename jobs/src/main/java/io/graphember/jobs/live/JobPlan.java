// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.client.api.GraphInfo;
import io.graphember.training.job.JobSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * What every node that takes part in a job is told: the placement of one epoch and the job itself.
 *
 * @param job number of the job
 * @param epoch placement epoch: requests of another one are answered NOT_OWNER
 * @param coordinator node that runs the job
 * @param owners node that owns each partition in this epoch
 * @param trainers node of each trainer, by rank; where partitions compute the steps, the trainer of
 *     a partition has its number
 * @param predictors node that computes the results of each partition
 * @param graph the graph
 * @param settings the job
 * @param backend name of the backend; empty if the job needs none
 * @param owner user who has submitted it, whose memory it takes; empty if nobody knows
 */
public record JobPlan(
    long job,
    int epoch,
    UUID coordinator,
    UUID[] owners,
    UUID[] trainers,
    UUID[] predictors,
    GraphInfo graph,
    JobSettings settings,
    String backend,
    Optional<String> owner) {
  /** True if all partitions compute the steps of the job together. */
  public boolean computedByPartitions() {
    return settings.trainsModel() && settings.train().computedByPartitions();
  }

  /**
   * Ranks of the trainers that have a thread of their own, ascending: all, or, where partitions
   * compute the steps, the first of each node, which makes those of the others, too.
   */
  public int[] leads() {
    final List<UUID> nodes = List.of(trainers);
    return IntStream.range(0, trainers.length)
        .filter(rank -> !computedByPartitions() || nodes.indexOf(trainers[rank]) == rank)
        .toArray();
  }

  /** Those of them on a node. */
  public int[] leads(UUID node) {
    return Arrays.stream(leads()).filter(rank -> trainers[rank].equals(node)).toArray();
  }
}
