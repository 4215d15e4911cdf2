// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.error.CliError;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says what went wrong, in one sentence, and chooses the exit code. */
final class Failures implements IExecutionExceptionHandler {
  private final Console console;
  private final Cancellation cancellation;

  Failures(Console console, Cancellation cancellation) {
    this.console = console;
    this.cancellation = cancellation;
  }

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine command, ParseResult parseResult) {
    GraphemberException error = known(failure);
    console.error(error.code(), error.getMessage());
    if (verbose(parseResult)) {
      failure.printStackTrace(console.err());
      console.err().flush();
    }
    return error.category().exitCode();
  }

  private static boolean verbose(ParseResult parsed) {
    return parsed.hasMatchedOption(VerboseOption.NAME)
        || (parsed.hasSubcommand() && verbose(parsed.subcommand()));
  }

  private GraphemberException known(Throwable failure) {
    if (failure instanceof GraphemberException error
        && (!cancellation.requested() || error.category() == ErrorCategory.CANCELLED)) {
      return error.category() == ErrorCategory.BUG ? bug(error.getMessage(), error) : error;
    }
    if (cancellation.requested()) {
      return new GraphemberException(
          SpiError.CANCELLED, "Cancelled at the user's request.", failure);
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return new GraphemberException(
            CliError.HEAP_TOO_SMALL,
            "The heap of %d MB is too small: give more, for example GRAPHEMBER_OPTS=-Xmx8g."
                .formatted(Runtime.getRuntime().maxMemory() >> 20),
            failure);
      }
    }
    return bug(failure.toString(), failure);
  }

  private static GraphemberException bug(String what, Throwable failure) {
    return new GraphemberException(
        SpiError.INTERNAL,
        ("This is a bug in Graphember: %s. Run the command again with --verbose and report what it"
                + " prints.")
            .formatted(what),
        failure);
  }
}
