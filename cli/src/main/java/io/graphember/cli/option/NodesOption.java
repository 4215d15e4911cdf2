// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.cluster.EmbeddedCluster;
import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --nodes} of commands that may start the cluster they need. */
public final class NodesOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description =
          "Nodes to start in this process, 1 to 16; 1 by default where no cluster is named.")
  private @Nullable Integer nodes;

  /** Nodes in this process where no cluster is named, or the command line asks for them. */
  public ClusterChoice cluster(
      ConnectionOptions connect, Console console, Cancellation cancellation, boolean verbose) {
    if (connect.namesCluster() && nodes != null) {
      throw new ParameterException(
          command.commandLine(), "--connect and --nodes exclude each other: leave one out");
    }
    if (nodes == null && connect.hasCluster(console)) {
      return ClusterChoice.connected(connect.settings(console, cancellation));
    }
    return embedded(command, nodes == null ? 1 : nodes, verbose);
  }

  /** So many nodes in this process. */
  public static ClusterChoice embedded(CommandSpec spec, int nodes, boolean verbose) {
    if (nodes < 1 || nodes > EmbeddedCluster.MOST_NODES) {
      throw new ParameterException(
          spec.commandLine(),
          "--nodes = %d: must be 1 to %d".formatted(nodes, EmbeddedCluster.MOST_NODES));
    }
    return ClusterChoice.embedded(nodes, verbose);
  }
}
