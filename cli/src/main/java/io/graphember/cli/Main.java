// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.view.Console;

/** The process {@code graphember}. */
public final class Main {
  private Main() {}

  /** Runs the command that the arguments name, and ends the process with its exit code. */
  public static void main(String[] args) {
    Console console = Console.system();
    Interrupt interrupt = Interrupt.install(console);
    Logs.PROCESS.show(false);
    int code = GraphemberCommand.commandLine(console, interrupt, Logs.PROCESS).execute(args);
    console.out().flush();
    console.err().flush();
    interrupt.ended(code);
    System.exit(code);
  }
}
