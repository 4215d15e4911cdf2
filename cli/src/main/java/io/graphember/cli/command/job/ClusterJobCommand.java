// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.NodesOption;
import io.graphember.cli.option.SeedsOption;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/** A command that runs a job file in a cluster that it may start itself, with several seeds. */
abstract class ClusterJobCommand extends JobCommand {
  @Mixin private SeedsOption seeds;
  @Mixin private NodesOption nodes;

  ClusterJobCommand(Console console, Cancellation cancellation, Logs logs) {
    super(console, cancellation, logs);
  }

  @Override
  final Optional<Integer> seeds() {
    return seeds.count();
  }

  @Override
  final ClusterChoice cluster(ConnectionOptions connect, boolean verbose) {
    return nodes.cluster(connect, console, cancellation, verbose);
  }
}
