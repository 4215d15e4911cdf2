// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.draft.DraftedJob;
import io.graphember.cli.error.CliError;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import io.graphember.client.JobFile;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code init}. */
@Command(
    name = "init",
    description = {
      "Writes a job file for your own files, by a look at them: with comments, ready to run.",
      "",
      "The files are delimited text, compressed with gzip or not: one of edges, and if you have it one"
          + " of vertices. Delimiter, header, keys, label, split and features are guessed from the first"
          + " 20,000 rows; what options say is not. On a terminal init asks for the files that are not"
          + " given."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember init",
      "  graphember init --vertices accounts.csv --edges transfers.csv",
      "  graphember init --edges friends.tsv.gz -o friends.yaml",
      "  graphember init --vertices shops.csv --edges near.csv --label turnover --key shop"
    })
public final class InitCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;

  @Option(names = "--vertices", paramLabel = "FILE", description = "File of the vertices.")
  private @Nullable Path vertices;

  @Option(names = "--edges", paramLabel = "FILE", description = "File of the edges.")
  private @Nullable Path edges;

  @Option(names = "--name", paramLabel = "NAME", description = "Name of the job and its graph.")
  private @Nullable String name;

  @Option(names = "--key", paramLabel = "COLUMN", description = "Column of the vertices' keys.")
  private @Nullable String key;

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description = "Column of the vertices that is to be predicted: a class or a number.")
  private @Nullable String label;

  @Option(
      names = "--source",
      paramLabel = "COLUMN",
      description = "Column of the vertex that an edge begins at.")
  private @Nullable String source;

  @Option(
      names = "--destination",
      paramLabel = "COLUMN",
      description = "Column of the vertex that an edge ends at.")
  private @Nullable String destination;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "JOB.yaml",
      defaultValue = "job.yaml",
      description = "The job file; it must not be there. Default: ${DEFAULT-VALUE}")
  private Path output;

  @Spec private CommandSpec spec;

  /** The command; it asks on a console. */
  public InitCommand(Console console, Cancellation cancellation) {
    this.console = console;
    this.cancellation = cancellation;
  }

  @Override
  public Integer call() {
    if (Files.exists(output)) {
      throw new GraphemberException(
          CliError.OUTPUT_EXISTS,
          "%s is there already: give another name by -o, or remove it.".formatted(output));
    }
    final Optional<Path> edgeFile =
        Optional.ofNullable(edges).or(() -> asked("File of the edges: "));
    if (edgeFile.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--edges is missing: a graph needs a file of its edges.");
    }
    final Optional<Path> vertexFile =
        vertices == null && edges == null
            ? asked("File of the vertices (empty for none): ")
            : Optional.ofNullable(vertices);
    final String text =
        new DraftedJob(
                vertexFile,
                edgeFile.get(),
                Optional.ofNullable(name),
                Optional.ofNullable(key),
                Optional.ofNullable(label),
                Optional.ofNullable(source),
                Optional.ofNullable(destination))
            .draft(output);
    JobFile.parse(
        output.toString(), text, output.toAbsolutePath().resolveSibling(""), null, List.of());
    write(text);
    console.out().print(text);
    console.out().flush();
    console
        .err()
        .println("Wrote %s: look it over, then graphember run %s".formatted(output, output));
    return 0;
  }

  private Optional<Path> asked(String question) {
    return console
        .answers()
        .ask(question, cancellation)
        .map(String::strip)
        .filter(answer -> !answer.isEmpty())
        .map(Path::of);
  }

  private void write(String text) {
    try {
      Files.writeString(output, text, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw new GraphemberException(
          CliError.OUTPUT_UNWRITABLE,
          "%s cannot be written: %s: %s."
              .formatted(output, e.getClass().getSimpleName(), e.getMessage()),
          e);
    }
  }
}
