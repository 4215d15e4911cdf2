// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.cli.Main;
import io.graphember.cli.option.Logs;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A command that has run in this process.
 *
 * @param exit its exit code
 * @param out what it printed
 * @param err what it printed to standard error
 */
public record CommandRun(int exit, String out, String err) {
  /** Runs a command. */
  public static CommandRun of(String... arguments) {
    return cancelledWhen(Cancellation.NEVER, arguments);
  }

  /** Runs a command, and does something whenever it looks whether it is to stop. */
  static CommandRun watched(Runnable watch, String... arguments) {
    return cancelledWhen(
        () -> {
          watch.run();
          return false;
        },
        arguments);
  }

  /** Runs a command that is stopped as by Ctrl-C. */
  public static CommandRun cancelledWhen(Cancellation cancellation, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    final int exit =
        Main.run(
            Console.plain(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)),
            cancellation,
            Logs.UNCHANGED,
            arguments);
    return new CommandRun(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command that must not fail; what it printed. */
  static String succeeds(String... arguments) {
    CommandRun run = of(arguments);
    assertThat(run.exit()).as(run.err()).isZero();
    return run.out();
  }
}
