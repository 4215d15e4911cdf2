// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rounds, one after the other. As text they have commas between them. Immutable.
 *
 * @param rounds in their order
 */
public record Schedule(List<Round> rounds) {
  /** Keeps a copy. */
  public Schedule {
    rounds = List.copyOf(rounds);
  }

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException if a round is none
   */
  public static Schedule parse(String text) {
    return new Schedule(Stream.of(text.split(",")).map(Round::parse).toList());
  }

  @Override
  public String toString() {
    return rounds.stream().map(Round::toString).collect(Collectors.joining(","));
  }
}
