// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.option.Logs;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;

/** The process {@code graphember}. */
public final class Main {
  private Main() {}

  /** Runs the command that the arguments name, and ends the process with its exit code. */
  public static void main(String[] args) {
    Console console = Console.system();
    Interrupt interrupt = Interrupt.install(console);
    Logs.PROCESS.show(false);
    int code = run(console, interrupt, Logs.PROCESS, args);
    interrupt.ended(code);
    System.exit(code);
  }

  /**
   * Runs a command inside another program.
   *
   * @param cancellation looked at while the command works
   * @param logs what is done about the logs of libraries
   * @return the exit code
   */
  public static int run(Console console, Cancellation cancellation, Logs logs, String... args) {
    int code = GraphemberCommand.commandLine(console, cancellation, logs).execute(args);
    console.out().flush();
    console.err().flush();
    return code;
  }
}
