// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.load.TablesRequest;
import io.graphember.formats.cluster.ClusterPlace;
import io.graphember.formats.cluster.ClusterSettings;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.jobs.NodeError;
import io.graphember.schema.source.SourceSettings;
import io.graphember.schema.source.Tables;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.Optional;

/** Which caches a graph follows. */
final class FollowedCaches {
  private FollowedCaches() {}

  /**
   * The caches of a graph's tables.
   *
   * @param tables as the user sees them
   * @throws GraphemberException with code {@link NodeError#FOLLOW_REFUSED}
   */
  static List<String> of(
      GraphSettings graph, SourceSettings source, TablesRequest request, Tables tables) {
    if (graph.add()) {
      throw refused(
          graph.name(),
          "graph.add adds rows once, and graph.follow takes all rows again; leave out one of them");
    }
    if (request.heldOut() > 0) {
      throw refused(
          graph.name(),
          "%s of the edges are held out, and each version would hold out others; give them times or a table of their own"
              .formatted(request.heldOut()));
    }
    if (!(source instanceof ClusterSettings cluster)) {
      throw outside(graph.name());
    }
    return cluster.places().stream()
        .map(place -> cache(graph, place, tables))
        .distinct()
        .sorted()
        .toList();
  }

  private static String cache(GraphSettings graph, ClusterPlace place, Tables tables) {
    if (place.query() != null) {
      throw refused(
          graph.name(),
          "the query '%s' gives rows of which nobody says when they change; name a whole table or cache"
              .formatted(place.query()));
    }
    try (Tables.Rows rows =
        place.table() != null ? tables.table(place.table()) : tables.cache(cache(place))) {
      return rows.cache().orElseThrow();
    }
  }

  private static String cache(ClusterPlace place) {
    return Optional.ofNullable(place.cache()).orElseThrow();
  }

  /** What is said of a source that nodes do not read. */
  static GraphemberException outside(String graph) {
    return refused(
        graph, "its source is outside the cluster; only source.type = ignite can be followed");
  }

  /** What is said of a graph that is to be added to, and follows its tables. */
  static GraphemberException added(String graph) {
    return new GraphemberException(
        NodeError.FOLLOW_REFUSED,
        "graph.add: graph %s follows its tables; add rows to these, or stop it with 'graphember follow %s --stop'."
            .formatted(graph, graph));
  }

  private static GraphemberException refused(String graph, String why) {
    return new GraphemberException(
        NodeError.FOLLOW_REFUSED, "graph.follow of graph %s: %s.".formatted(graph, why));
  }
}
