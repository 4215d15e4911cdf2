// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** All that is wrong with the settings of one document, for one report in the order of lines. */
final class Problems {
  private static final int LISTED = 100;
  private static final int MAX_VALUE_LENGTH = 60;

  /** Names of settings whose values nobody may see, misspelt ones too. */
  private static final Pattern SECRET =
      Pattern.compile("(?i).*(pas+w|pwd|secret)[^.]*", Pattern.DOTALL);

  private record Problem(int line, String text) {}

  private final String document;
  private final List<Problem> problems = new ArrayList<>();

  Problems(String document) {
    this.document = document;
  }

  /** A problem with a value. */
  void add(SettingNode value, String path, String rule) {
    final boolean secret = SECRET.matcher(path).matches();
    add(value.line(), path + " = " + (secret ? "(not shown)" : shortened(value.text())), rule);
  }

  /** A problem with a setting that has no value. */
  void add(int line, String path, String rule) {
    String where = line == SettingNode.FROM_OVERRIDE ? "--set" : document + ":" + line;
    problems.add(new Problem(line, where + ": " + path + ": " + rule));
  }

  int count() {
    return problems.size();
  }

  /** True once more problems would not be listed. */
  boolean full() {
    return problems.size() >= LISTED;
  }

  /** The report, which lists at most {@value #LISTED} problems. */
  GraphemberException report() {
    problems.sort(Comparator.comparingInt(Problem::line));
    StringBuilder report = new StringBuilder();
    report.append(
        problems.size() == 1 ? "1 setting is wrong:" : problems.size() + " settings are wrong:");
    for (Problem problem : problems.subList(0, Math.min(LISTED, problems.size()))) {
      report.append('\n').append(problem.text());
    }
    if (problems.size() > LISTED) {
      report.append("\n... and ").append(problems.size() - LISTED).append(" more");
    }
    return new GraphemberException(ConfigError.SETTINGS_INVALID, report.toString());
  }

  private static String shortened(String text) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), MAX_VALUE_LENGTH); i++) {
      final char c = text.charAt(i);
      shown.append(Character.isISOControl(c) ? ' ' : c);
    }
    return text.length() > MAX_VALUE_LENGTH ? shown.append("...").toString() : shown.toString();
  }
}
