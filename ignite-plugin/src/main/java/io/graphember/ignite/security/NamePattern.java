// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import io.graphember.spi.security.Target;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names of graphs, or of jobs as {@code GRAPH/JOB}; a {@code *} is any text within a name. A
 * pattern of graphs is one of all their jobs too. Immutable.
 */
final class NamePattern {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._*-]+(/[A-Za-z0-9._*-]+)?");

  private final Pattern graph;
  private final Optional<Pattern> job; // empty for the graph and all its jobs

  /** The pattern of a {@link #valid} text. */
  NamePattern(String text) {
    final int slash = text.indexOf('/');
    this.graph = compiled(slash < 0 ? text : text.substring(0, slash));
    this.job = slash < 0 ? Optional.empty() : Optional.of(compiled(text.substring(slash + 1)));
  }

  /** True if a text is a pattern. */
  static boolean valid(String text) {
    return FORM.matcher(text).matches();
  }

  private static Pattern compiled(String text) {
    StringBuilder regex = new StringBuilder();
    for (String part : text.split("(?<=\\*)|(?=\\*)")) {
      regex.append(part.equals("*") ? ".*" : Pattern.quote(part));
    }
    return Pattern.compile(regex.toString());
  }

  /** True of the target's names; the cluster is every pattern's. */
  boolean matches(Target target) {
    if (target.graph().isEmpty()) {
      return true;
    }
    if (!graph.matcher(target.graph().get()).matches()) {
      return false;
    }
    return job.map(
            pattern -> target.job().filter(name -> pattern.matcher(name).matches()).isPresent())
        .orElse(true);
  }
}
