// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

/** What a setting of one character may be. */
public final class OneCharacter {
  /** It may be a delimiter or begin a comment. */
  public static final String PATTERN = "[^\\r\\n\"\\uD800-\\uDFFF]";

  private OneCharacter() {}
}
