// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.job.JobRun;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.NodesOption;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.JsonReport;
import io.graphember.cli.report.ReportFile;
import io.graphember.cli.report.SampleTable;
import io.graphember.cli.report.TextReport;
import io.graphember.cli.view.Console;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.JobFile;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code demo}: the job file that ships with the command, on nodes of its own. */
@Command(
    name = "demo",
    description = {
      "Shows the whole path once, with nothing to prepare.",
      "",
      "Starts three nodes in this process, generates a graph of papers with words and classes, loads"
          + " it, trains a GraphSAGE model through a thin client, publishes predictions and"
          + " embeddings, and reads some of them back by key. The job is examples/jobs/demo.yaml."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember demo",
      "  graphember demo --nodes 1 --json demo.json",
      "  graphember demo --set source.vertices=20000 --set model.type=gcn"
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String FILE = "demo.yaml";

  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Spec private CommandSpec spec;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write the report there too.")
  private @Nullable Path json;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "Nodes to start in this process, 1 to 16; 3 by default.")
  private int nodes;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Change a setting of the job, for example model.type=gcn.")
  private List<String> assignments = List.of();

  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public DemoCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    ClusterChoice cluster = NodesOption.embedded(spec, nodes, verbose.verbose());
    logs.show(verbose.verbose());
    JobFile job = JobFile.parse(FILE, text(), Path.of(""), null, assignments);
    try (ReportFile out = ReportFile.open(json)) {
      new JobRun(job, Optional.empty(), ProgressView.of(console), cancellation)
          .execute(
              cluster,
              (outcome, client) -> {
                TextReport.of(outcome, Optional.empty()).print(console.out());
                SampleTable.read(client, outcome).print(console.out());
                out.write(JsonReport.of(outcome, Optional.empty()));
              });
    }
    return 0;
  }

  private static String text() {
    try (InputStream in = DemoCommand.class.getResourceAsStream(FILE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
