// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.command.graph.DropCommand;
import io.graphember.cli.command.graph.EstimateCommand;
import io.graphember.cli.command.graph.FollowCommand;
import io.graphember.cli.command.graph.GraphCommand;
import io.graphember.cli.command.graph.GraphsCommand;
import io.graphember.cli.command.graph.PartitionCommand;
import io.graphember.cli.command.help.CompletionCommand;
import io.graphember.cli.command.help.ConfigCommand;
import io.graphember.cli.command.help.ExplainCommand;
import io.graphember.cli.command.job.CancelCommand;
import io.graphember.cli.command.job.DemoCommand;
import io.graphember.cli.command.job.EmbedCommand;
import io.graphember.cli.command.job.InferCommand;
import io.graphember.cli.command.job.InitCommand;
import io.graphember.cli.command.job.JobsCommand;
import io.graphember.cli.command.job.QueueCommand;
import io.graphember.cli.command.job.ReportCommand;
import io.graphember.cli.command.job.ResumeCommand;
import io.graphember.cli.command.job.RetrainCommand;
import io.graphember.cli.command.job.RunCommand;
import io.graphember.cli.command.job.StateCommand;
import io.graphember.cli.command.job.TrainCommand;
import io.graphember.cli.command.node.BoardCommand;
import io.graphember.cli.command.node.DoctorCommand;
import io.graphember.cli.command.node.DrainCommand;
import io.graphember.cli.command.node.ForgetCommand;
import io.graphember.cli.command.node.HashPasswordCommand;
import io.graphember.cli.command.node.NodesCommand;
import io.graphember.cli.command.node.UndrainCommand;
import io.graphember.cli.command.result.DropCheckpointCommand;
import io.graphember.cli.command.result.DropModelCommand;
import io.graphember.cli.command.result.DropResultsCommand;
import io.graphember.cli.command.result.ExportCommand;
import io.graphember.cli.command.result.ModelsCommand;
import io.graphember.cli.command.result.RestoreResultsCommand;
import io.graphember.cli.command.result.ResultsCommand;
import io.graphember.cli.command.result.RetentionCommand;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code graphember}, which only has commands below it. */
@Command(
    name = "graphember",
    description = "Graph learning inside Apache Ignite.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  done",
      "  1  a bug of Graphember",
      "  2  bad input or settings",
      "  3  cluster or engine",
      "  4  cancelled",
      "",
      "Results go to standard output, progress and errors to standard error.",
      "",
      "Examples:",
      "  graphember demo",
      "  graphember init --vertices accounts.csv --edges transfers.csv",
      "  graphember run examples/jobs/cora-gcn.yaml --data data/cora",
      "  graphember run job.yaml --connect 127.0.0.1:10800",
      "  graphember jobs --connect 127.0.0.1:10800",
      "  graphember job 12 --follow",
      "  graphember report 12 -o report.html",
      "  graphember board --connect 127.0.0.1:10800",
      "  graphember resume 12 --connect 127.0.0.1:10800",
      "  graphember estimate job.yaml",
      "  graphember partition --edges edges.csv --partitions 8",
      "  graphember graphs --connect 127.0.0.1:10800",
      "  graphember export cora cora-gcn --kind embeddings --to results",
      "  graphember results cora",
      "  graphember doctor",
      "  graphember explain REGION_FULL"
    })
final class GraphemberCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** The whole command line, ready to be executed. */
  static CommandLine commandLine(Console console, Cancellation cancellation, Logs logs) {
    CommandLine line = new CommandLine(new GraphemberCommand());
    line.addSubcommand(new InitCommand(console, cancellation));
    line.addSubcommand(new RunCommand(console, cancellation, logs));
    line.addSubcommand(new TrainCommand(console, cancellation, logs));
    line.addSubcommand(new EmbedCommand(console, cancellation, logs));
    line.addSubcommand(new InferCommand(console, cancellation, logs));
    line.addSubcommand(new ResumeCommand(console, cancellation, logs));
    line.addSubcommand(new JobsCommand(console, logs));
    line.addSubcommand(new StateCommand(console, cancellation, logs));
    line.addSubcommand(new ReportCommand(console, cancellation, logs));
    line.addSubcommand(new CancelCommand(console, cancellation, logs));
    line.addSubcommand(new QueueCommand(console, logs));
    line.addSubcommand(new RetrainCommand(console, logs));
    line.addSubcommand(new DemoCommand(console, cancellation, logs));
    line.addSubcommand(new EstimateCommand(console, cancellation, logs));
    line.addSubcommand(new PartitionCommand(console, cancellation, logs));
    line.addSubcommand(new GraphsCommand(console, logs));
    line.addSubcommand(new FollowCommand(console, logs));
    line.addSubcommand(new GraphCommand(console, logs));
    line.addSubcommand(new ExportCommand(console, cancellation, logs));
    line.addSubcommand(new ResultsCommand(console, logs));
    line.addSubcommand(new ModelsCommand(console, logs));
    line.addSubcommand(new RestoreResultsCommand(console, logs));
    line.addSubcommand(new RetentionCommand(console, cancellation, logs));
    line.addSubcommand(new DropCommand(console, cancellation, logs));
    line.addSubcommand(new DropResultsCommand(console, cancellation, logs));
    line.addSubcommand(new DropModelCommand(console, cancellation, logs));
    line.addSubcommand(new DropCheckpointCommand(console, cancellation, logs));
    line.addSubcommand(new NodesCommand(console, logs));
    line.addSubcommand(new BoardCommand(console, cancellation, logs));
    line.addSubcommand(new DrainCommand(console, cancellation, logs));
    line.addSubcommand(new UndrainCommand(console, cancellation, logs));
    line.addSubcommand(new ForgetCommand(console, cancellation, logs));
    line.addSubcommand(new DoctorCommand(console, cancellation, logs));
    line.addSubcommand(new ExplainCommand(console));
    line.addSubcommand(new ConfigCommand(console));
    line.addSubcommand(new CompletionCommand(console));
    line.addSubcommand(new HashPasswordCommand(console, cancellation));
    line.setOut(new PrintWriter(console.out(), true));
    line.setErr(new PrintWriter(console.err(), true));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(false);
    line.setUsageHelpWidth(Math.min(100, console.columns()));
    line.setParameterExceptionHandler(new UsageErrors(console));
    line.setExecutionExceptionHandler(new Failures(console, cancellation));
    IExecutionStrategy strategy = line.getExecutionStrategy();
    line.setExecutionStrategy(
        parsed -> {
          requireKnown(parsed);
          return withoutErrors(strategy, parsed);
        });
    return line;
  }

  /** Beside --help, picocli lets pass what it does not know: a misspelt command among it. */
  private static void requireKnown(ParseResult parsed) {
    for (ParseResult at = parsed; at != null; at = at.subcommand()) {
      if (!at.unmatched().isEmpty()) {
        throw new UnmatchedArgumentException(at.commandSpec().commandLine(), at.unmatched());
      }
    }
  }

  /** Errors of the JVM, such as a full heap, are reported like exceptions. */
  private static int withoutErrors(IExecutionStrategy strategy, ParseResult parsed) {
    try {
      return strategy.execute(parsed);
    } catch (Error e) {
      throw new CommandLine.ExecutionException(
          parsed.commandSpec().commandLine(), e.toString(), new IllegalStateException(e));
    }
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing command: 'graphember --help' lists them.");
  }
}
