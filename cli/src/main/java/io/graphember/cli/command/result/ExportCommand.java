// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.result;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.export.ModelExport;
import io.graphember.cli.export.ResultExport;
import io.graphember.cli.export.ResultKind;
import io.graphember.cli.option.ExportOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.ModelForm;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command {@code export}. */
@Command(
    name = "export",
    description = {
      "Writes results that a job has published to files, by the keys of the vertices; or the model"
          + " that it has left, as ONNX.",
      "",
      "Rows come in no certain order. Files appear when all of them are complete."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember export cora cora-gcn --kind embeddings --format npy --to results",
      "  graphember export cora cora-gcn --kind predictions,embeddings --to results --connect"
          + " 10.0.0.5:10800",
      "  graphember export cora cora-gcn --model slices --to slices --connect 10.0.0.5:10800"
    })
public final class ExportCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(index = "0", paramLabel = "GRAPH", description = "Name of the graph.")
  private String graph;

  @Parameters(index = "1", paramLabel = "JOB", description = "Name of the job.")
  private String job;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      converter = KindConverter.class,
      completionCandidates = KindNames.class,
      description = "Results to write, of one kind or several: ${COMPLETION-CANDIDATES}.")
  private Set<ResultKind> kinds = Set.of();

  @Option(
      names = "--model",
      paramLabel = "FORM",
      split = ",",
      description =
          "The model: slices, a model for the dense parts of each layer; onnx, one model for a sampled"
              + " subgraph; or both.")
  private Set<ModelForm> forms = Set.of();

  @Option(
      names = "--to",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the files; made if it is not there.")
  private Path folder;

  @Mixin private ExportOptions options;
  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;
  @Spec private CommandSpec command;

  /** The command; it prints to a console. */
  public ExportCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    if (kinds.isEmpty() && forms.isEmpty()) {
      throw new ParameterException(
          command.commandLine(), "Say what to export: --kind or --model is missing");
    }
    try (ResultExport export = options.open(folder, kinds);
        GraphemberClient client =
            GraphemberClient.connect(connect.settings(console, cancellation))) {
      if (!kinds.isEmpty()) {
        export.write(client, graph, job, kinds, console, cancellation);
      }
      for (ModelForm form : forms) {
        ModelExport.write(
            client.model(graph, job, form), folder, options.overwrite(), console.out());
      }
    }
    return 0;
  }

  /** Names of all kinds, as the cluster has them. */
  static final class KindNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ResultKind.values()).map(ResultKind::published).iterator();
    }
  }

  /** A kind by the name that it has in the cluster. */
  static final class KindConverter implements ITypeConverter<ResultKind> {
    @Override
    public ResultKind convert(String name) {
      return Arrays.stream(ResultKind.values())
          .filter(kind -> kind.published().equalsIgnoreCase(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "expected one of %s, but was '%s'"
                          .formatted(String.join(", ", new KindNames()), name)));
    }
  }
}
