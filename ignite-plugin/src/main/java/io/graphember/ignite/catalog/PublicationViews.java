// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import io.graphember.client.api.Publication;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.cache.query.SqlFieldsQuery;

/**
 * The names by which SQL knows current publications: a view {@code GRAPHEMBER."GRAPH.JOB.KIND"} of
 * the {@link PublicationTable} that is current. Views follow the pointers of the catalog; whoever
 * comes first points them anew, so they are right again though a coordinator was lost in between.
 * Safe for use by several threads and nodes.
 */
final class PublicationViews {
  private static final int ROUNDS = 5;

  private final Ignite ignite;

  PublicationViews(Ignite ignite) {
    this.ignite = ignite;
  }

  /**
   * Points all views to what is current; does nothing where there is no query engine. What SQL
   * refuses is logged: results are there by key all the same.
   *
   * @param current reads the current publications, by GRAPH/JOB/KIND
   */
  void follow(Supplier<Map<String, Publication>> current) {
    if (!engine()) {
      return;
    }
    try {
      // Looked at again after a change: another publication may have come meanwhile.
      for (int round = 0; round < ROUNDS && point(current); round++) {}
    } catch (CacheException e) {
      ignite.log().warning("Graphember: results have no SQL view, %s".formatted(e.getMessage()));
    }
  }

  /** Points each view that points elsewhere; true if there was one. */
  private boolean point(Supplier<Map<String, Publication>> current) {
    boolean changed = false;
    Map<String, String> views = views(); // before the pointers: those may be newer, not older
    for (Map.Entry<String, Publication> entry : current.get().entrySet()) {
      String view = entry.getKey().replace('/', '.');
      Publication publication = entry.getValue();
      String table = name(publication.cache());
      if (PublicationTable.isOf(publication.kind())
          && !views.getOrDefault(view, "").contains(table)) {
        query("CREATE OR REPLACE VIEW %s AS SELECT * FROM %s".formatted(name(view), table));
        changed = true;
      }
    }
    return changed;
  }

  /** A name in the schema, as Ignite writes it too; it has letters, digits, dots, - and _. */
  private static String name(String text) {
    return "\"%s\".\"%s\"".formatted(PublicationTable.SCHEMA, text);
  }

  /** The query of each view by its name. */
  private Map<String, String> views() {
    Map<String, String> views = new HashMap<>();
    for (List<?> row :
        query("SELECT NAME, SQL FROM SYS.VIEWS WHERE SCHEMA = '" + PublicationTable.SCHEMA + "'")) {
      views.put((String) row.get(0), (String) row.get(1));
    }
    return views;
  }

  private boolean engine() {
    try {
      return !query("SELECT 1").isEmpty();
    } catch (CacheException e) { // there is no other way to ask
      return false;
    }
  }

  private List<List<?>> query(String sql) {
    return ignite.cache(GraphemberCaches.CATALOG).query(new SqlFieldsQuery(sql)).getAll();
  }
}
