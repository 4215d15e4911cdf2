// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.help;

import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Console;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code completion}. */
@Command(
    name = "completion",
    description = {
      "Prints a script that completes commands and options in bash and zsh.",
      "",
      "Add one of the lines below to ~/.bashrc or ~/.zshrc."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(graphember completion)",
      "  autoload -U compinit && compinit && source <(graphember completion)"
    })
public final class CompletionCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec spec;

  /** The command; it prints to a console. */
  public CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    console.out().print(AutoComplete.bash("graphember", spec.root().commandLine()));
    console.out().flush();
    return 0;
  }
}
