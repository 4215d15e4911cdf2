// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.cluster.EmbeddedCluster;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The rule of the option {@code --nodes}. */
final class NodesOption {
  private NodesOption() {}

  static ClusterChoice embedded(CommandSpec spec, int nodes, boolean verbose) {
    if (nodes < 1 || nodes > EmbeddedCluster.MOST_NODES) {
      throw new ParameterException(
          spec.commandLine(),
          "--nodes = %d: must be 1 to %d".formatted(nodes, EmbeddedCluster.MOST_NODES));
    }
    return ClusterChoice.embedded(nodes, verbose);
  }
}
