// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.node;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.option.WhiteListOptions;
import io.graphember.cli.report.FindingsReport;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.node.Finding;
import io.graphember.ignite.check.NodeChecks;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code doctor}. */
@Command(
    name = "doctor",
    description = {
      "Says what is wrong with an installation, and what to do about it.",
      "",
      "Asks a running node for what it needs and has; without --connect it looks at this machine, by"
          + " starting one node in this process. Ends with 0 if nothing stands in the way, otherwise"
          + " with 3."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember doctor",
      "  graphember doctor --connect 10.0.0.5:10800",
      "  graphember doctor --write-whitelist classes.txt --allow com.example.shop.*"
    })
public final class DoctorCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Mixin private ConnectionOptions connect;
  @Mixin private WhiteListOptions whiteList;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public DoctorCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    if (whiteList.write(console)) {
      return 0;
    }
    if (connect.hasCluster(console)) {
      return examine(ClusterChoice.connected(connect.settings(console, cancellation)));
    }
    Finding opened = NodeChecks.openedPackages();
    if (opened.verdict() == Finding.Verdict.BAD) {
      return report(FindingsReport.of("No node can start in this JVM", List.of(opened)), true);
    }
    return examine(ClusterChoice.embedded(1, verbose.verbose()));
  }

  private int examine(ClusterChoice choice) {
    try (ClusterChoice.Connection connection = choice.connect(cancellation)) {
      GraphemberClient client = connection.client();
      List<Finding> findings = client.findings();
      String who =
          choice
              .running()
              .map(settings -> "The node at " + settings.addressText())
              .orElse("A node in this process");
      boolean bad = findings.stream().anyMatch(f -> f.verdict() == Finding.Verdict.BAD);
      return report(FindingsReport.of(who, client.cluster(), findings), bad);
    }
  }

  private int report(FindingsReport report, boolean bad) {
    report.print(console.out());
    return bad ? ErrorCategory.CLUSTER.exitCode() : 0;
  }
}
