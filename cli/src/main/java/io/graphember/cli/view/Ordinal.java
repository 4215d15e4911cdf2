// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

/** Places as people count them: 1st, 2nd, 3rd, 4th. */
public final class Ordinal {
  private static final int TEN = 10;
  private static final int HUNDRED = 100;
  private static final int ELEVENTH = 11;
  private static final int THIRTEENTH = 13;

  private Ordinal() {}

  /** A place, 1 or more. */
  public static String of(int place) {
    final int teen = place % HUNDRED;
    if (teen >= ELEVENTH && teen <= THIRTEENTH) {
      return place + "th";
    }
    return place
        + switch (place % TEN) {
          case 1 -> "st";
          case 2 -> "nd";
          case 3 -> "rd";
          default -> "th";
        };
  }
}
