// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.client.api.JobTrainers;
import java.util.stream.Collectors;

/** The trainers of a job in a line for people. */
public final class TrainerLine {
  /** Nodes that a line names. */
  private static final int MOST_NODES = 8;

  private TrainerLine() {}

  /** How many, where, and why. */
  public static String of(JobTrainers trainers) {
    return "%s on %d of %d nodes%s, steps of %s (%s)"
        .formatted(
            Figures.count(trainers.trainers(), "trainer"),
            trainers.busyNodes(),
            trainers.nodes().size(),
            names(trainers),
            Figures.count(trainers.batchSize(), "seed"),
            trainers.why());
  }

  private static String names(JobTrainers trainers) {
    if (trainers.nodes().size() < 2 || trainers.busyNodes() > MOST_NODES) {
      return "";
    }
    return trainers.nodes().stream()
        .filter(node -> node.trainers() > 0)
        .map(
            node ->
                node.trainers() == 1
                    ? node.node()
                    : "%s (%d)".formatted(node.node(), node.trainers()))
        .collect(Collectors.joining(", ", ": ", ""));
  }
}
