// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.graph;

import io.graphember.cli.error.CliError;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.partition.EdgeFile;
import io.graphember.cli.partition.PartitionOutcome;
import io.graphember.cli.partition.PartitionRun;
import io.graphember.cli.report.PartitionReport;
import io.graphember.cli.report.ReportFile;
import io.graphember.cli.view.Console;
import io.graphember.cli.view.ProgressView;
import io.graphember.graph.id.Vid;
import io.graphember.schema.KeyKind;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code partition}. */
@Command(
    name = "partition",
    description = {
      "Cuts a file of edges into partitions and says what the cut is worth.",
      "",
      "Needs no cluster. Edges are taken as undirected, each once, without self loops. The format is"
          + " told by the file's name: .csv, .tsv, .parquet, .npy, anything else is SNAP's text; text"
          + " may be compressed (.gz)."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember partition --edges soc-Epinions1.txt.gz --partitions 8",
      "  graphember partition --edges edges.csv --partitioner hdrf --set variant=balanced",
      "  graphember partition --edges edges.csv --json cut.json --graph-out cut",
      "  graphember partition --edges edges.csv --partitioner file --set edges=cut/edges.csv"
    })
public final class PartitionCommand implements Callable<Integer> {
  private static final int MOST_THREADS = 256;

  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Spec private CommandSpec spec;

  @Option(
      names = "--edges",
      paramLabel = "FILE",
      required = true,
      description = "The file of edges: two keys a line.")
  private Path edges;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      defaultValue = "8",
      description = "Number of partitions; ${DEFAULT-VALUE} by default.")
  private int partitions;

  @Option(
      names = "--partitioner",
      paramLabel = "NAME",
      defaultValue = "adadne",
      description =
          "adadne, dne, hdrf, 2ps, fennel, hash-1d, hash-2d or file; ${DEFAULT-VALUE} by default.")
  private String partitioner;

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description = "An option of the partitioner, for example refinementPasses=6.")
  private Map<String, String> options = new LinkedHashMap<>();

  @Option(
      names = "--keys",
      paramLabel = "KIND",
      defaultValue = "INT64",
      description = "What vertex keys are: ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} by default.")
  private KeyKind keys;

  @Option(
      names = "--header",
      description = "The first line of a csv or tsv file names the columns.")
  private boolean header;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that cut; as many as processors by default.")
  private @Nullable Integer threads;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write the report there too.")
  private @Nullable Path json;

  @Option(
      names = "--graph-out",
      paramLabel = "DIR",
      description = "Write the cut there: edges.csv, vertices.csv, partitions.csv.")
  private @Nullable Path graphOut;

  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public PartitionCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    requireRange("--partitions", partitions, Vid.MAX_PARTITIONS - 1);
    int workers = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    requireRange("--threads", workers, MOST_THREADS);
    logs.show(verbose.verbose());
    try (ReportFile out = ReportFile.open(json)) {
      makeFolder();
      PartitionOutcome outcome =
          new PartitionRun(
                  new EdgeFile(edges, keys, header),
                  partitions,
                  partitioner,
                  options,
                  workers,
                  cancellation)
              .execute(ProgressView.of(console), graphOut);
      PartitionReport report = new PartitionReport(outcome);
      report.print(console.out());
      out.write(report.toJson());
    }
    return 0;
  }

  private void requireRange(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(), "%s = %d: must be 1 to %d".formatted(option, value, most));
    }
  }

  private void makeFolder() {
    if (graphOut == null) {
      return;
    }
    try {
      Files.createDirectories(graphOut);
    } catch (IOException e) {
      throw new GraphemberException(
          CliError.OUTPUT_UNWRITABLE,
          "--graph-out = %s: no folder can be made there.".formatted(graphOut),
          e);
    }
  }
}
