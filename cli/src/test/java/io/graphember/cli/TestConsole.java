// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.option.Logs;
import io.graphember.cli.view.Answers;
import io.graphember.cli.view.Console;
import io.graphember.spi.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a command line in this process and keeps what it writes. */
final class TestConsole {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Deque<String> typed = new ArrayDeque<>();
  private Console console =
      Console.plain(
              new PrintStream(out, true, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8))
          .with(this::answer);

  /** Somebody is there and answers the next questions. */
  TestConsole types(String... answers) {
    typed.addAll(List.of(answers));
    return this;
  }

  /** Variables of the environment, and no others. */
  TestConsole in(Map<String, String> environment) {
    console = console.in(environment);
    return this;
  }

  /** As in a script. */
  TestConsole withNobody() {
    console = console.with(Answers.NOBODY);
    return this;
  }

  private Optional<String> answer(String question, Cancellation cancellation) {
    if (typed.isEmpty()) {
      return Optional.empty();
    }
    console.err().print(question);
    return Optional.of(typed.remove());
  }

  int run(String... arguments) {
    return run(Cancellation.NEVER, arguments);
  }

  int run(Cancellation cancellation, String... arguments) {
    return GraphemberCommand.commandLine(console, cancellation, Logs.UNCHANGED).execute(arguments);
  }

  Console console() {
    return console;
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
