// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.partition;

import io.graphember.partition.Partitioners;
import io.graphember.spi.partition.Partitioner;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A partitioner as a command names it.
 *
 * @param name its name
 * @param options its options by name, in their order
 */
public record NamedPartitioner(String name, Map<String, String> options) {
  /** A name, or a name and options: {@code hdrf variant=balanced}; empty if it is neither. */
  public static Optional<NamedPartitioner> parse(String text) {
    final String[] words = text.strip().split("\\s+");
    final Map<String, String> options = new LinkedHashMap<>();
    for (String word : Arrays.copyOfRange(words, 1, words.length)) {
      final int sign = word.indexOf('=');
      if (sign < 1) {
        return Optional.empty();
      }
      options.put(word.substring(0, sign), word.substring(sign + 1));
    }
    return words[0].isEmpty() || words[0].contains("=")
        ? Optional.empty()
        : Optional.of(new NamedPartitioner(words[0], options));
  }

  /**
   * The partitioner, whose options are right.
   *
   * @throws io.graphember.spi.error.GraphemberException if there is none of the name, it does not
   *     make so many partitions, or an option is wrong
   */
  public Partitioner find(int partitions) {
    final Partitioner found = new Partitioners(NamedPartitioner.class.getClassLoader()).get(name);
    found.check(partitions, options);
    return found;
  }

  /** The name and the options. */
  public String text() {
    return options.entrySet().stream()
        .map(option -> " " + option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining("", name, ""));
  }
}
