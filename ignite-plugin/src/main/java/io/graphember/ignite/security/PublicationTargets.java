// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import io.graphember.ignite.catalog.GraphCatalog;
import io.graphember.spi.security.Target;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.ignite.Ignite;

/**
 * Whose results a cache holds. Names of graphs and jobs may have dots, so that of a cache does not
 * tell where one ends; the catalog does. Safe for use by several threads.
 */
final class PublicationTargets {
  private static final Pattern NAME =
      Pattern.compile(
          "graphember\\.(predictions|values|embeddings|candidates|scores|edge-classes)\\.(.+)\\.v[0-9]+");
  private static final int MOST = 10_000;

  private final GraphCatalog catalog;
  private final Callers callers;
  private final Map<String, Target> known = new ConcurrentHashMap<>();

  PublicationTargets(Ignite ignite) {
    this.catalog = new GraphCatalog(ignite, Clock.systemUTC());
    this.callers = new Callers(ignite);
  }

  /**
   * The job whose results are in a cache; empty for other caches, and for results that are gone.
   */
  Optional<Target> of(String cache) {
    Target target = known.get(cache);
    if (target != null) {
      return Optional.of(target);
    }
    Matcher matcher = NAME.matcher(cache);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Optional<Target> found = callers.asNode(() -> find(cache, matcher.group(1), matcher.group(2)));
    if (known.size() >= MOST) {
      known.clear(); // names of caches that are gone
    }
    found.ifPresent(some -> known.put(cache, some));
    return found;
  }

  private Optional<Target> find(String cache, String kind, String names) {
    for (int dot = names.indexOf('.'); dot > 0; dot = names.indexOf('.', dot + 1)) {
      final String graph = names.substring(0, dot);
      final String job = names.substring(dot + 1);
      if (catalog.publications(graph, job, kind).stream()
          .anyMatch(publication -> publication.cache().equals(cache))) {
        return Optional.of(Target.job(graph, job));
      }
    }
    return Optional.empty();
  }
}
