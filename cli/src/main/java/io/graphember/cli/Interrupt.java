// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM: asks the running command to stop, lets it clean up, and ends the process with
 * the exit code of a cancelled command.
 *
 * <p>The JVM has no other door for signals than its shutdown hooks, and a process that ends by a
 * signal has the signal's exit code; so the hook waits for the command and then halts.
 */
final class Interrupt implements Cancellation {
  private static final long LONGEST_WAIT_SECONDS = 30; // nodes that start on a busy machine

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Console console;
  private volatile boolean requested;
  private volatile int exitCode;

  private Interrupt(Console console) {
    this.console = console;
  }

  /** Listens for signals until the process ends. */
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // a shutdown hook is a thread
  static Interrupt install(Console console) {
    Interrupt interrupt = new Interrupt(console);
    Runtime.getRuntime().addShutdownHook(new Thread(interrupt::signalled, "graphember-interrupt"));
    return interrupt;
  }

  @Override
  public boolean requested() {
    return requested;
  }

  /** The command is done and has cleaned up. */
  void ended(int code) {
    exitCode = code;
    ended.countDown();
  }

  private void signalled() {
    if (ended.getCount() == 0) {
      return; // the ordinary end
    }
    requested = true;
    if (console.terminal()) {
      console.err().println(); // the terminal has put ^C there
    }
    console.err().println("Cancelling ...");
    console.err().flush();
    boolean clean = awaitEnd();
    console.out().flush();
    console.err().flush();
    Runtime.getRuntime()
        .halt(clean && exitCode == 0 ? exitCode : ErrorCategory.CANCELLED.exitCode());
  }

  private boolean awaitEnd() {
    try {
      return ended.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }
}
