// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.load.TablesRequest;
import io.graphember.formats.cluster.ClusterPlace;
import io.graphember.formats.cluster.ClusterSettings;
import io.graphember.formats.table.TableSettings;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.FollowedCache;
import io.graphember.schema.source.SourceSettings;
import io.graphember.schema.source.Tables;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Which caches a graph follows. */
final class FollowedCaches {
  private static final String NO_KEY = "";
  private static final Pattern NUMBER = Pattern.compile("[0-9]*");

  private FollowedCaches() {}

  /**
   * The caches of a graph's tables.
   *
   * @param tables as the user sees them
   * @throws GraphemberException with code {@link NodeError#FOLLOW_REFUSED}
   */
  static List<FollowedCache> of(
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
    final SortedMap<String, FollowedCache> caches = new TreeMap<>();
    for (TableSettings.VertexTable<ClusterPlace> table : cluster.vertexTables()) {
      add(caches, cache(graph, table.place(), tables), table.columns().key());
    }
    for (ClusterPlace place : cluster.edgePlaces()) {
      add(caches, cache(graph, place, tables), NO_KEY);
    }
    return List.copyOf(caches.values());
  }

  /** A column that is named by its number may be any; so may one of several tables of a cache. */
  private static void add(Map<String, FollowedCache> caches, String name, String vertexKey) {
    final boolean named = !caches.containsKey(name) && !NUMBER.matcher(vertexKey).matches();
    caches.put(name, new FollowedCache(name, named ? vertexKey : null));
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
