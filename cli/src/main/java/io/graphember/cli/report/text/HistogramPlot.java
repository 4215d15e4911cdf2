// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts as bars of text, one line for each:
 *
 * <pre>
 * 0         12  #
 * 1        340  #######################
 * 2-3    1,200  ########################################
 * </pre>
 *
 * <p>The longest bar is as wide as asked for; a count that is not 0 has a bar of one at least.
 */
public final class HistogramPlot {
  private static final String BAR = "#";

  private HistogramPlot() {}

  /**
   * The lines.
   *
   * @param labels what each count counts
   * @param counts as many, 0 or more
   * @param width most characters of a bar
   */
  public static List<String> lines(List<String> labels, long[] counts, int width) {
    if (labels.size() != counts.length) {
      throw new IllegalArgumentException(
          labels.size() + " labels for " + counts.length + " counts");
    }
    final int labelWidth = labels.stream().mapToInt(String::length).max().orElse(0);
    final long most = Arrays.stream(counts).max().orElse(0);
    final int countWidth = Figures.count(most).length();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      lines.add(
          ("%-" + labelWidth + "s  %" + countWidth + "s  %s")
              .formatted(labels.get(i), Figures.count(counts[i]), bar(counts[i], most, width))
              .stripTrailing());
    }
    return lines;
  }

  /** A bar for a value, {@code width} for the largest value. */
  public static String bar(double value, double most, int width) {
    return BAR.repeat(value == 0 ? 0 : (int) Math.max(1, Math.round(width * value / most)));
  }

  /** Labels of buckets that double: 0, 1, 2-3, 4-7, ... */
  public static List<String> doubling(int buckets) {
    List<String> labels = new ArrayList<>();
    for (int bucket = 0; bucket < buckets; bucket++) {
      final long first = bucket == 0 ? 0 : 1L << (bucket - 1);
      final long last = bucket == 0 ? 0 : (1L << bucket) - 1;
      labels.add(
          first == last
              ? Figures.count(first)
              : "%s-%s".formatted(Figures.count(first), Figures.count(last)));
    }
    return labels;
  }
}
