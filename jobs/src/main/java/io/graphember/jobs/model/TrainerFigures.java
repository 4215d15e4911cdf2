// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.model;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.observe.StepSpan;
import io.graphember.client.api.observe.TrainerTrace;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.run.PlacedTrainers;
import io.graphember.jobs.run.StepSize;
import io.graphember.jobs.train.TrainerResult;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * What a job says of its trainers: where they are, where the time of their steps went, their
 * traces.
 *
 * @param cluster where they are
 * @param settings the job, with a number of trainers
 * @param why why there are so many
 */
record TrainerFigures(Cluster cluster, JobSettings settings, String why) {

  /** Of trainers that have not begun. */
  JobTrainers placed(GraphInfo graph, JobPlan plan) {
    return of(graph, plan, List.of(), 0, 0);
  }

  /**
   * Of trainers that are done.
   *
   * @param results of each that has a thread of its own, by rank
   */
  JobTrainers ran(GraphInfo graph, JobPlan plan, List<TrainerResult> results) {
    final TrainerResult first = results.get(0);
    return of(graph, plan, steps(plan, results), first.versions(), first.mostBehind());
  }

  private JobTrainers of(
      GraphInfo graph,
      JobPlan plan,
      List<JobTrainers.StepSeconds> steps,
      long versions,
      long mostBehind) {
    return PlacedTrainers.of(
        cluster,
        plan,
        StepSize.of(graph, settings),
        why,
        steps,
        PlacedTrainers.versions(settings.train().training(), versions, mostBehind));
  }

  /** Of each rank: of those without a thread of their own what the first of their node says. */
  private static List<JobTrainers.StepSeconds> steps(JobPlan plan, List<TrainerResult> results) {
    List<UUID> nodes = Arrays.stream(plan.leads()).mapToObj(lead -> plan.trainers()[lead]).toList();
    return plan.computedByPartitions()
        ? Arrays.stream(plan.trainers())
            .map(node -> results.get(nodes.indexOf(node)).step())
            .toList()
        : results.stream().map(TrainerResult::step).toList();
  }

  /** Of those that were traced; of partitions that compute steps one of each node. */
  List<TrainerTrace> traces(JobPlan plan, List<TrainerResult> results) {
    final List<TrainerTrace> all = new ArrayList<>();
    for (int lead : plan.leads()) {
      final List<StepSpan> spans = results.get(all.size()).spans();
      all.add(new TrainerTrace(lead, nodeName(plan.trainers()[lead]), spans));
    }
    return all.stream().anyMatch(trace -> !trace.spans().isEmpty()) ? all : List.of();
  }

  private String nodeName(UUID node) {
    return cluster.servers().stream()
        .filter(server -> server.id().equals(node))
        .map(Node::name)
        .findFirst()
        .orElseGet(node::toString); // it has just left
  }
}
