// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.triple.TripleScoring;
import io.graphember.training.TrainingError;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Scoring functions that jars bring. */
final class TripleScorings {
  private TripleScorings() {}

  /**
   * The one of a name.
   *
   * @throws GraphemberException with code {@link TrainingError#JOB_SETTINGS}
   */
  static TripleScoring named(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new GraphemberException(
                    TrainingError.JOB_SETTINGS,
                    "embedding.function = %s: no jar in libs brings a scoring function of that name; known: %s."
                        .formatted(name, known())));
  }

  /** The one of a name; empty if no jar brings it. */
  static Optional<TripleScoring> find(String name) {
    return all().filter(scoring -> scoring.name().equals(name)).findFirst();
  }

  private static Stream<TripleScoring> all() {
    return ServiceLoader.load(TripleScoring.class, TripleScoring.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get);
  }

  private static String known() {
    final String names = all().map(TripleScoring::name).collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names;
  }
}
