// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report.text;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Lines for people, most of them behind heads that say what they are of. */
public abstract class Report {
  private final List<String> lines = new ArrayList<>();

  /** Adds a line behind a head, which is empty where the line goes on with what is above. */
  protected final void add(String head, String text) {
    add("%-12s%s".formatted(head, text).stripTrailing());
  }

  /** Adds lines behind one head. */
  protected final void add(String head, List<String> texts) {
    for (int i = 0; i < texts.size(); i++) {
      add(i == 0 ? head : "", texts.get(i));
    }
  }

  /** Adds a line without a head. */
  protected final void add(String line) {
    lines.add(line);
  }

  /** All lines. */
  public final List<String> lines() {
    return List.copyOf(lines);
  }

  /** Prints it. */
  public final void print(PrintStream out) {
    lines.forEach(out::println);
    out.flush();
  }
}
