// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

/** Halves of surrogate pairs: a Java string may hold one without the other, UTF-8 may not. */
public final class Surrogates {
  private Surrogates() {}

  /** True if every half has its other half, so that the text can be written as UTF-8. */
  public static boolean paired(String text) {
    return paired(text.toCharArray(), 0, text.length());
  }

  /** The same of a piece of an array. */
  public static boolean paired(char[] text, int offset, int length) {
    final int end = offset + length;
    for (int i = offset; i < end; i++) {
      if (Character.isSurrogate(text[i])) {
        if (i + 1 == end || !Character.isSurrogatePair(text[i], text[i + 1])) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
