// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import java.io.PrintStream;
import java.util.Map;

/**
 * Where a command writes: results to {@code out}, progress and errors to {@code err}.
 *
 * @param out standard output
 * @param err standard error
 * @param terminal true if a person sees {@code err}, so that a bar may move there
 * @param colour true if {@code err} may have colours
 * @param columns width of the terminal
 * @param answers who answers questions, which are asked on {@code err}
 * @param environment variables of the process
 */
public record Console(
    PrintStream out,
    PrintStream err,
    boolean terminal,
    boolean colour,
    int columns,
    Answers answers,
    Map<String, String> environment) {
  private static final int DEFAULT_COLUMNS = 100;
  private static final int FEWEST_COLUMNS = 60;
  private static final int MOST_COLUMNS = 160;

  /**
   * The streams of this process. The launch script knows what they are joined to and says so in
   * system properties: {@code graphember.terminal}, {@code graphember.columns} and, where a person
   * types, {@code graphember.typed}.
   */
  public static Console system() {
    boolean terminal = Boolean.getBoolean("graphember.terminal");
    String noColour = System.getenv("NO_COLOR");
    boolean colour =
        terminal
            && (noColour == null || noColour.isEmpty())
            && !"dumb".equals(System.getenv("TERM"));
    int columns = Integer.getInteger("graphember.columns", DEFAULT_COLUMNS);
    return new Console(
        System.out,
        System.err,
        terminal,
        colour,
        Math.max(FEWEST_COLUMNS, Math.min(MOST_COLUMNS, columns)),
        terminal && Boolean.getBoolean("graphember.typed")
            ? new TypedAnswers(System.in, System.err)
            : Answers.NOBODY,
        System.getenv());
  }

  /** Streams that are joined to files or pipes, in an empty environment. */
  public static Console plain(PrintStream out, PrintStream err) {
    return new Console(out, err, false, false, DEFAULT_COLUMNS, Answers.NOBODY, Map.of());
  }

  /** The same with somebody who answers. */
  public Console with(Answers other) {
    return new Console(out, err, terminal, colour, columns, other, environment);
  }

  /** The same in another environment. */
  public Console in(Map<String, String> other) {
    return new Console(out, err, terminal, colour, columns, answers, Map.copyOf(other));
  }

  /** Writes an error, once and on its own line. */
  public void error(String code, String message) {
    err.println((colour ? "\u001b[1;31merror\u001b[0m " : "error ") + code + ": " + message);
    err.flush();
  }
}
