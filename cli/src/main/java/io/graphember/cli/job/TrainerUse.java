// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.InferJob;
import io.graphember.training.job.JobSettings;
import java.util.Optional;

/** Says that nodes have no trainer of a job. */
public final class TrainerUse {
  private TrainerUse() {}

  /**
   * A line for people; empty if every node has a trainer, or the job needs none.
   *
   * @param trainers how many there are
   * @param busy nodes with a trainer
   * @param nodes server nodes of the cluster
   */
  public static Optional<String> line(JobSettings settings, int trainers, int busy, int nodes) {
    if (settings.job() instanceof InferJob || busy >= nodes) {
      return Optional.empty();
    }
    return Optional.of(
        "%d %s on %d of %d nodes; %s.trainers uses more"
            .formatted(
                trainers,
                trainers == 1 ? "trainer" : "trainers",
                busy,
                nodes,
                settings.job() instanceof EmbedJob ? "embedding" : "training"));
  }

  /** The same before the job runs: trainers go to as many nodes as there are. */
  static Optional<String> ahead(JobSettings settings, int nodes) {
    return line(
        settings, settings.job().trainers(), Math.min(settings.job().trainers(), nodes), nodes);
  }
}
