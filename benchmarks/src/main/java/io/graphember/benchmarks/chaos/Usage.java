// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the process of a node takes. As text the numbers with spaces between them, in the order of
 * {@link #KINDS}.
 *
 * @param values one of each kind
 */
record Usage(List<Long> values) {
  /** Everything that is counted. */
  static final List<Kind> KINDS =
      List.of(
          new Kind("heap after a collection", "MiB", 20),
          new Kind("resident set", "MiB", 20),
          new Kind("threads", "threads", 0),
          new Kind("open files", "files", 0),
          new Kind("data regions", "MiB", 20),
          new Kind("files of caches and of work", "files", 0));

  /**
   * Something that is counted.
   *
   * @param shift 2 to the power of this is one unit
   */
  record Kind(String name, String unit, int shift) {
    double units(long value) {
      return value / (double) (1L << shift);
    }
  }

  /** Keeps a copy. */
  Usage {
    values = List.copyOf(values);
  }

  static Usage parse(String text) {
    return new Usage(Arrays.stream(text.split(" ")).map(Long::valueOf).toList());
  }

  /** The text that {@link #parse} reads. */
  String text() {
    final List<String> all = new ArrayList<>();
    values.forEach(value -> all.add(String.valueOf(value)));
    return String.join(" ", all);
  }
}
