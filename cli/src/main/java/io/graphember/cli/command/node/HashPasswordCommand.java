// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.node;

import io.graphember.cli.error.CliError;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.view.Answers;
import io.graphember.cli.view.Console;
import io.graphember.ignite.security.PasswordHash;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The command {@code hash-password}. */
@Command(
    name = "hash-password",
    description = {
      "Prints what the security file of nodes keeps of a password: a salted hash.",
      "",
      "Asks for the password twice in a terminal, which does not show it; otherwise it is the first"
          + " line of standard input."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  graphember hash-password", "  graphember hash-password < password.txt"})
public final class HashPasswordCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;

  /** The command; it prints to a console. */
  public HashPasswordCommand(Console console, Cancellation cancellation) {
    this.console = console;
    this.cancellation = cancellation;
  }

  @Override
  public Integer call() {
    String password = console.answers() == Answers.NOBODY ? firstLine() : typed();
    if (password.isEmpty()) {
      throw new GraphemberException(
          CliError.PASSWORD_MISSING,
          "The password is empty: type one, or put it on the first line of standard input.");
    }
    console.out().println(PasswordHash.of(password.toCharArray()));
    return 0;
  }

  private String typed() {
    String password =
        console
            .answers()
            .askHidden("Password: ", cancellation)
            .orElseThrow(
                () ->
                    new GraphemberException(
                        CliError.PASSWORD_MISSING,
                        "A password is typed unseen only where standard output is the terminal, too: leave it there, or let standard input be a file."));
    Optional<String> again = console.answers().askHidden("Once more: ", cancellation);
    if (again.filter(password::equals).isEmpty()) {
      throw new GraphemberException(
          CliError.PASSWORD_MISSING, "The two passwords differ: type the same one twice.");
    }
    return password;
  }

  private static String firstLine() {
    try {
      String line =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      return line == null ? "" : line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
