// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.result;

import io.graphember.cli.command.ListCommand;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.JsonList;
import io.graphember.cli.report.ResultReport;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.ResultInfo;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code models}. */
@Command(
    name = "models",
    description = {
      "Lists the models that jobs have left in a cluster, also of graphs that were dropped.",
      "",
      "Other jobs start from them by model.from, or infer with them by inference.model; 'export --kind model' writes their files."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember models",
      "  graphember models cora --connect 10.0.0.5:10800 --json models.json"
    })
public final class ModelsCommand extends ListCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "GRAPH",
      description = "Name of the graph; without it those of all graphs.")
  private @Nullable String graph;

  /** The command; it prints to a console. */
  public ModelsCommand(Console console, Logs logs) {
    super(console, logs);
  }

  @Override
  protected JsonList list(GraphemberClient client, PrintStream out) {
    final List<ResultInfo> results = graph == null ? client.results() : client.results(graph);
    ResultReport.ofModels(results).print(out);
    return JsonList.ofModels(results);
  }
}
