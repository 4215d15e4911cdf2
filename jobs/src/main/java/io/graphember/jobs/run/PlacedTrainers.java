// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.JobTrainers;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.live.JobPlan;
import io.graphember.training.job.TrainingSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Says in the user's words where the trainers of a job are. */
public final class PlacedTrainers {
  private PlacedTrainers() {}

  /**
   * The trainers of a plan.
   *
   * @param step what a step is
   * @param why why there are so many
   * @param steps where the time of a step of each trainer goes; none before training is done
   * @param versions of the parameters; empty if trainers step together
   */
  public static JobTrainers of(
      Cluster cluster,
      JobPlan plan,
      StepSize step,
      String why,
      List<JobTrainers.StepSeconds> steps,
      Optional<JobTrainers.Versions> versions) {
    UUID[] trainers = plan.trainers();
    List<JobTrainers.OnNode> nodes = new ArrayList<>();
    for (Node node : cluster.servers()) {
      final int[] here =
          IntStream.range(0, trainers.length)
              .filter(rank -> trainers[rank].equals(node.id()))
              .toArray();
      if (here.length > 0 || node.trainer()) {
        nodes.add(
            new JobTrainers.OnNode(
                node.name(),
                here.length,
                node.processors(),
                steps.isEmpty() ? 0 : mean(steps, here, JobTrainers.StepSeconds::compute),
                steps.isEmpty() || here.length == 0 ? null : mean(steps, here)));
      }
    }
    return new JobTrainers(
        trainers.length,
        step.seeds(),
        step.batch(),
        step.compute(),
        why,
        List.copyOf(nodes),
        versions.orElse(null));
  }

  private static JobTrainers.StepSeconds mean(List<JobTrainers.StepSeconds> steps, int[] ranks) {
    return new JobTrainers.StepSeconds(
        mean(steps, ranks, JobTrainers.StepSeconds::sample),
        mean(steps, ranks, JobTrainers.StepSeconds::fetch),
        mean(steps, ranks, JobTrainers.StepSeconds::waiting),
        mean(steps, ranks, JobTrainers.StepSeconds::compute),
        mean(steps, ranks, JobTrainers.StepSeconds::update));
  }

  private static double mean(
      List<JobTrainers.StepSeconds> steps,
      int[] ranks,
      ToDoubleFunction<JobTrainers.StepSeconds> part) {
    return Arrays.stream(ranks)
        .mapToDouble(rank -> part.applyAsDouble(steps.get(rank)))
        .average()
        .orElse(0);
  }

  /**
   * What holds of trainers that change the parameters each for itself; empty if they step together.
   *
   * @param made versions of the parameters; 0 before training is done
   * @param mostBehind versions that a trainer was behind, at most
   */
  public static Optional<JobTrainers.Versions> versions(
      TrainingSettings training, long made, long mostBehind) {
    return training.inStep()
        ? Optional.empty()
        : Optional.of(
            new JobTrainers.Versions(
                training.consistency().name().toLowerCase(Locale.ROOT),
                training.staleness(),
                made,
                mostBehind));
  }
}
