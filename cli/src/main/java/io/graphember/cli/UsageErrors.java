// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.error.CliError;
import io.graphember.cli.view.Console;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with the arguments, what may have been meant, and where help is. */
final class UsageErrors implements IParameterExceptionHandler {
  private final Console console;

  UsageErrors(Console console) {
    this.console = console;
  }

  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    console.error(CliError.USAGE.name(), String.valueOf(failure.getMessage()));
    UnmatchedArgumentException.printSuggestions(failure, command.getErr());
    command
        .getErr()
        .println("%s --help shows how.".formatted(command.getCommandSpec().qualifiedName()));
    return CliError.USAGE.category().exitCode();
  }
}
