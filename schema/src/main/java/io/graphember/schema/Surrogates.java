// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema;

/** Halves of surrogate pairs: a Java string may hold one without the other, UTF-8 may not. */
public final class Surrogates {
  private Surrogates() {}

  /** True if every half has its other half, so that the text can be written as UTF-8. */
  public static boolean paired(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (i + 1 == text.length()
            || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }
}
