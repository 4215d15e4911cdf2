// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** What libraries log. All of them end in {@code java.util.logging} here. */
@FunctionalInterface
public interface Logs {
  /** Leaves logging as it is: for commands that run inside another program. */
  Logs UNCHANGED = verbose -> {};

  /** Logs of this process: nothing at all, or warnings to standard error. */
  Logs PROCESS =
      verbose -> {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.setLevel(verbose ? Level.WARNING : Level.OFF);
        if (verbose) {
          Handler handler = new ConsoleHandler();
          handler.setLevel(Level.WARNING);
          handler.setFormatter(new LogLine());
          root.addHandler(handler);
        }
      };

  /** Chooses what is shown. */
  void show(boolean verbose);
}
