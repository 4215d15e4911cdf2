// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

import java.util.regex.Pattern;

/** What the name of a vertex type or an edge type looks like. */
public final class TypeName {
  /** What settings take: a letter, then letters, digits, '-' and '_', 64 in all. */
  public static final String PATTERN = "[A-Za-z][A-Za-z0-9_-]{0,63}";

  /** {@link #PATTERN} in words. */
  public static final String RULE = "1 to 64 letters, digits, '-' or '_', starting with a letter";

  /**
   * {@link #isEdgeType} in words. Names of edge types may be data: the relations of a knowledge
   * graph are often paths or addresses. Those of vertex types become names of files and results.
   */
  public static final String EDGE_RULE =
      "1 to 255 characters, none a control character or a line break, with no blank at its ends";

  private static final Pattern COMPILED = Pattern.compile(PATTERN);

  /** Cc, Cs, Zl, Zp: control characters, halves of pairs, breaks of lines and paragraphs. */
  private static final Pattern EDGE =
      Pattern.compile(
          "[^\\p{Cc}\\p{Cs}\\p{Z}]([^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]{0,253}[^\\p{Cc}\\p{Cs}\\p{Z}])?");

  private TypeName() {}

  /** True if an edge type may have a name. */
  public static boolean isEdgeType(String name) {
    return EDGE.matcher(name).matches();
  }

  static void check(String name) {
    if (name == null || !COMPILED.matcher(name).matches()) {
      throw new IllegalArgumentException("the name of a type must be " + RULE + ", was " + name);
    }
  }

  static void checkEdgeType(String name) {
    if (name == null || !isEdgeType(name)) {
      throw new IllegalArgumentException(
          "the name of an edge type must be " + EDGE_RULE + ", was " + name);
    }
  }
}
