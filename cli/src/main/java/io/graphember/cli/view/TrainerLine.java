// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import io.graphember.client.api.JobTrainers;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The trainers of a job in a line for people. */
public final class TrainerLine {
  /** Nodes that a line names. */
  private static final int MOST_NODES = 8;

  private TrainerLine() {}

  /** How many, where, and why. */
  public static String of(JobTrainers trainers) {
    return String.format(
        Locale.ROOT,
        "%,d %s%s, %s steps of %,d seeds%s (%s)",
        trainers.trainers(),
        who(trainers),
        places(trainers),
        trainers.batch(),
        trainers.batchSize(),
        versions(trainers.versions()),
        trainers.why());
  }

  private static String versions(JobTrainers.@Nullable Versions versions) {
    if (versions == null) {
      return "";
    }
    final String bound =
        versions.staleness() == 0
            ? ""
            : String.format(Locale.ROOT, " with staleness %,d", versions.staleness());
    return ", "
        + versions.consistency()
        + bound
        + (versions.made() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                ": %,d versions, a trainer at most %,d behind",
                versions.made(),
                versions.mostBehind()));
  }

  private static String who(JobTrainers trainers) {
    final String one = trainers.byPartitions() ? "partition" : "trainer";
    return trainers.trainers() == 1 ? one : one + "s";
  }

  private static String places(JobTrainers trainers) {
    if (trainers.nodes().size() < 2) {
      return "";
    }
    final String nodes =
        " on %d of %d nodes".formatted(trainers.busyNodes(), trainers.nodes().size());
    return trainers.busyNodes() > MOST_NODES ? nodes : nodes + names(trainers);
  }

  private static String names(JobTrainers trainers) {
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
