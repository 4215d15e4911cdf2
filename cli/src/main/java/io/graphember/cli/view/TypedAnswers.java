// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import io.graphember.spi.Cancellation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Lines that a person types. The end of the input is an empty answer. */
final class TypedAnswers implements Answers {
  private static final long LOOK_MILLIS = 50;

  private final BufferedReader lines;
  private final PrintStream out;

  TypedAnswers(InputStream in, PrintStream out) {
    this.out = out;
    this.lines = new BufferedReader(new InputStreamReader(in, Charset.defaultCharset()));
  }

  @Override
  public Optional<String> ask(String question, Cancellation cancellation) {
    return ask(question, this::read, cancellation);
  }

  /** Empty, too, where the JDK cannot keep a terminal from showing what is typed. */
  @Override
  public Optional<String> askHidden(String question, Cancellation cancellation) {
    java.io.Console terminal = System.console();
    return terminal == null ? Optional.empty() : ask(question, () -> read(terminal), cancellation);
  }

  @SuppressWarnings("checkstyle:regexpsinglelinejava") // who waits for a key hears of nothing else
  private Optional<String> ask(
      String question, Supplier<String> reading, Cancellation cancellation) {
    out.print(question);
    out.flush();
    CompletableFuture<String> line = CompletableFuture.supplyAsync(reading);
    while (!line.isDone()) {
      cancellation.check();
      line.copy()
          .completeOnTimeout("", LOOK_MILLIS, TimeUnit.MILLISECONDS)
          .exceptionally(failure -> "")
          .join();
    }
    try {
      return Optional.of(line.join());
    } catch (CompletionException e) {
      return Optional.empty();
    }
  }

  /** The JDK shows what is typed again when the process ends. */
  private static String read(java.io.Console terminal) {
    char[] typed = terminal.readPassword();
    return typed == null ? "" : new String(typed);
  }

  private String read() {
    try {
      String line = lines.readLine();
      return line == null ? "" : line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
