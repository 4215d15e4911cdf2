// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody most likely meant. */
public final class NearestName {
  private NearestName() {}

  /**
   * The known name with the fewest typing errors (inserted, left out or changed letters, case
   * ignored); the first of equals.
   *
   * @param name what was written
   * @param known what may be written
   * @return empty if no known name is nearer than a third of the letters, at least one
   */
  public static Optional<String> of(String name, Collection<String> known) {
    final int limit = Math.max(1, name.length() / 3);
    String nearest = null;
    int least = limit + 1;
    for (String candidate : known) {
      final int distance = distance(name, candidate, least);
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** Levenshtein distance, or any number of at least {@code stop} if it is not below. */
  private static int distance(String a, String b, int stop) {
    if (Math.abs(a.length() - b.length()) >= stop) {
      return stop;
    }
    final String from = a.toLowerCase(Locale.ROOT);
    final String to = b.toLowerCase(Locale.ROOT);
    int[] above = new int[to.length() + 1];
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        final int changed = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, Math.min(above[j], row[j - 1]) + 1);
      }
      int[] held = above;
      above = row;
      row = held;
    }
    return above[to.length()];
  }
}
