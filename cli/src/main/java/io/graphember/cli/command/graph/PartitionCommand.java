// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.graph;

import io.graphember.cli.error.CliError;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.page.Page;
import io.graphember.cli.partition.EdgeFile;
import io.graphember.cli.partition.NamedPartitioner;
import io.graphember.cli.partition.PartitionOutcome;
import io.graphember.cli.partition.PartitionRun;
import io.graphember.cli.report.ComparisonReport;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
      "  graphember partition --edges edges.csv --partitioner file --set edges=cut/edges.csv",
      "  graphember partition --edges edges.csv --compare \"adadne,hdrf variant=balanced,2ps\" --html"
          + " cuts.html"
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
          "adadne, dne, multilevel, louvain, hdrf, 2ps, fennel, hash-1d, hash-2d, file, or auto; ${DEFAULT-VALUE} by default.")
  private String partitioner;

  @Option(
      names = "--set",
      paramLabel = "OPTION=VALUE",
      description = "An option of the partitioner, for example refinementPasses=6.")
  private Map<String, String> options = new LinkedHashMap<>();

  @Option(
      names = "--compare",
      paramLabel = "NAME",
      split = ",",
      description =
          "Cut by each of these partitioners, and compare; an option follows its name after a"
              + " space. The file is read for each.")
  private List<String> compared = new ArrayList<>();

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

  @Option(names = "--html", paramLabel = "OUT.html", description = "Draw the comparison there.")
  private @Nullable Path html;

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
    if (compared.isEmpty()) {
      cut(workers);
    } else {
      compare(workers);
    }
    return 0;
  }

  private void cut(int workers) {
    if (html != null) {
      throw wrong("--html goes with --compare.");
    }
    try (ReportFile out = ReportFile.open(json)) {
      makeFolder();
      PartitionReport report =
          new PartitionReport(
              run(new NamedPartitioner(partitioner, options), workers)
                  .execute(ProgressView.of(console), graphOut));
      report.print(console.out());
      out.write(report.toJson());
    }
  }

  private void compare(int workers) {
    if (!options.isEmpty() || graphOut != null || given("--partitioner")) {
      throw wrong("--compare goes without --partitioner, --set and --graph-out.");
    }
    final List<NamedPartitioner> named =
        compared.stream()
            .map(
                text ->
                    NamedPartitioner.parse(text)
                        .orElseThrow(
                            () ->
                                wrong(
                                    "--compare = '%s': must be NAME, or NAME OPTION=VALUE."
                                        .formatted(text))))
            .toList();
    named.forEach(one -> one.find(partitions)); // what is wrong is said before the first cut
    try (ReportFile out = ReportFile.open(json);
        ReportFile page = ReportFile.open("--html", html)) {
      final List<PartitionOutcome> outcomes = new ArrayList<>();
      Optional<GraphemberException> failure = Optional.empty();
      for (NamedPartitioner one : named) {
        try {
          outcomes.add(run(one, workers).execute(ProgressView.of(console), null));
        } catch (GraphemberException e) { // what the others have made is shown nevertheless
          cancellation.check();
          failure = Optional.of(failure.orElse(e));
        }
      }
      if (outcomes.isEmpty()) {
        throw failure.orElseThrow();
      }
      final ComparisonReport report = new ComparisonReport(outcomes);
      report.print(console.out());
      out.write(report.toJson());
      page.writeText(Page.of("Cuts of " + edges.getFileName(), "partitions.js", report.toJson()));
    }
  }

  private PartitionRun run(NamedPartitioner named, int workers) {
    return new PartitionRun(
        new EdgeFile(edges, keys, header), partitions, named, workers, cancellation);
  }

  private boolean given(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  private ParameterException wrong(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private void requireRange(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw wrong("%s = %d: must be 1 to %d".formatted(option, value, most));
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
