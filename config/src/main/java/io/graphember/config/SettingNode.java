// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import java.util.List;
import java.util.Map;

/**
 * A value of a document, still text, with the line it stands on: {@link #FROM_OVERRIDE} for values
 * from the command line.
 */
sealed interface SettingNode {
  /** Line of values that were set over the document. */
  int FROM_OVERRIDE = Integer.MAX_VALUE;

  /** Line, from 1. */
  int line();

  /** The value on one line, as a person would write it. */
  String text();

  /** True for a value that says nothing. */
  default boolean absent() {
    return this instanceof Absent;
  }

  /** An explicit null, or an empty value. */
  record Absent(int line) implements SettingNode {
    @Override
    public String text() {
      return "null";
    }
  }

  /** Text, a number or true and false; what it is decides the setting's type. */
  record Scalar(String value, int line) implements SettingNode {
    @Override
    public String text() {
      return value.isEmpty() ? "\"\"" : value;
    }
  }

  /** A list. */
  record Sequence(List<SettingNode> items, int line) implements SettingNode {
    @Override
    public String text() {
      return items.isEmpty()
          ? "[]"
          : "[" + items.get(0).text() + (items.size() > 1 ? ", ..." : "") + "]";
    }
  }

  /** A section; the entries are in the order of the document. */
  record Section(Map<String, SettingNode> entries, int line) implements SettingNode {
    @Override
    public String text() {
      return entries.isEmpty() ? "{}" : "{" + entries.keySet().iterator().next() + ": ...}";
    }
  }
}
