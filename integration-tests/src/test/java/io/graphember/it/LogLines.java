// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.ignite.IgniteLogger;
import org.apache.ignite.logger.NullLogger;

/** Keeps what a node logs under one category, or under any. Safe for use by several threads. */
final class LogLines extends NullLogger {
  private final String category;
  private final List<String> lines;
  private final boolean keeps;

  /** Keeps lines of a category; of all for {@code ""}. */
  LogLines(String category) {
    this(category, new CopyOnWriteArrayList<>(), category.isEmpty());
  }

  private LogLines(String category, List<String> lines, boolean keeps) {
    this.category = category;
    this.lines = lines;
    this.keeps = keeps;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  void clear() {
    lines.clear();
  }

  @Override
  public IgniteLogger getLogger(Object of) {
    final boolean ours = category.isEmpty() || category.equals(String.valueOf(of));
    return new LogLines(category, lines, ours);
  }

  private void keep(String line) {
    if (keeps) {
      lines.add(line);
    }
  }

  @Override
  public void info(String line) {
    keep(line);
  }

  @Override
  public void warning(String line) {
    keep(line);
  }

  @Override
  public void warning(String line, Throwable cause) {
    keep(line);
  }

  @Override
  public void error(String line) {
    keep(line);
  }

  @Override
  public void error(String line, Throwable cause) {
    keep(line);
  }

  @Override
  public boolean isInfoEnabled() {
    return true;
  }

  @Override
  public boolean isQuiet() {
    return false;
  }
}
