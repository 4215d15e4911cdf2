// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import java.util.regex.Pattern;

/** What the name of a vertex type or an edge type looks like. */
public final class TypeName {
  /** A letter, then letters, digits, '-' and '_', 64 in all. */
  public static final String PATTERN = "[A-Za-z][A-Za-z0-9_-]{0,63}";

  /** {@link #PATTERN} in words. */
  public static final String RULE = "1 to 64 letters, digits, '-' or '_', starting with a letter";

  private static final Pattern COMPILED = Pattern.compile(PATTERN);

  private TypeName() {}

  static void check(String name) {
    if (name == null || !COMPILED.matcher(name).matches()) {
      throw new IllegalArgumentException("the name of a type must be " + RULE + ", was " + name);
    }
  }
}
