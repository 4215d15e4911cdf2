// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import io.graphember.client.api.Publication;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.cache.query.SqlFieldsQuery;

/**
 * The names by which SQL knows current publications: a view {@code GRAPHEMBER."GRAPH.JOB.NAME"} of
 * the {@link PublicationTable} that is current, of the publication's name. Views follow the
 * pointers of the catalog; whoever comes first points them anew, so they are right again though a
 * coordinator was lost in between. Safe for use by several threads and nodes.
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
  void follow(Supplier<Map<String, List<Publication>>> current) {
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

  /**
   * Points each view that points elsewhere, and drops those of vertex types that have no results
   * any more; true if there was one.
   */
  private boolean point(Supplier<Map<String, List<Publication>>> current) {
    boolean changed = false;
    Map<String, String> views = views(); // before the pointers: those may be newer, not older
    for (Map.Entry<String, List<Publication>> entry : current.get().entrySet()) {
      final String kind = entry.getKey().replace('/', '.');
      final String job = kind.substring(0, kind.lastIndexOf('.') + 1);
      Set<String> former = new HashSet<>(views.keySet());
      former.removeIf(view -> !view.equals(kind) && !view.startsWith(kind + "."));
      for (Publication publication : entry.getValue()) {
        final String view = job + publication.name();
        former.remove(view);
        final String table = name(publication.cache());
        if (PublicationTable.isOf(publication.kind())
            && !views.getOrDefault(view, "").contains(table)) {
          query("CREATE OR REPLACE VIEW %s AS SELECT * FROM %s".formatted(name(view), table));
          changed = true;
        }
      }
      for (String view : former) {
        query("DROP VIEW IF EXISTS " + name(view));
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
