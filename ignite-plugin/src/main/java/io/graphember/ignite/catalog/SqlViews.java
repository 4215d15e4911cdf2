// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import io.graphember.client.api.Publication;
import io.graphember.jobs.catalog.PublicationViews;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;

/**
 * The names by which SQL knows current publications: a view {@code GRAPHEMBER."GRAPH.JOB.NAME"} of
 * the {@link PublicationTable} that is current, of the publication's name. Views follow the
 * pointers of the catalog; whoever comes first points them anew, so they are right again though a
 * coordinator was lost in between. Safe for use by several threads and nodes.
 */
public final class SqlViews implements PublicationViews {
  private static final int ROUNDS = 5;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+"); // is put into SQL

  private final Ignite ignite;
  private final QueryEngine engine;

  /** The views of a cluster. */
  @Inject
  public SqlViews(Ignite ignite, QueryEngine engine) {
    this.ignite = ignite;
    this.engine = engine;
  }

  @Override
  public void follow(Supplier<Map<String, List<Publication>>> current) {
    if (!engine.present()) {
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
   * Points each view that points elsewhere, and drops those whose results are gone; true if there
   * was one.
   */
  private boolean point(Supplier<Map<String, List<Publication>>> current) {
    Map<String, String> views = views(); // before the pointers: those may be newer, not older
    Map<String, String> wanted = wanted(current.get());
    boolean changed = false;
    for (Map.Entry<String, String> view : wanted.entrySet()) {
      final String table = name(view.getValue());
      if (!views.getOrDefault(view.getKey(), "").contains(table)) {
        changed |=
            change(
                "CREATE OR REPLACE VIEW %s AS SELECT * FROM %s"
                    .formatted(name(view.getKey()), table));
      }
    }
    for (Map.Entry<String, String> view : views.entrySet()) {
      if (!wanted.containsKey(view.getKey()) && isOurs(view.getKey(), view.getValue())) {
        changed |= change("DROP VIEW IF EXISTS " + name(view.getKey()));
      }
    }
    return changed;
  }

  /** The table of each view. */
  private static Map<String, String> wanted(Map<String, List<Publication>> current) {
    Map<String, String> wanted = new TreeMap<>();
    current.forEach(
        (path, publications) -> {
          final String kind = path.replace('/', '.');
          final String job = kind.substring(0, kind.lastIndexOf('.') + 1);
          for (Publication publication : publications) {
            final String view = job + publication.name();
            if (PublicationTable.isOf(publication.kind())
                && NAME.matcher(view).matches()
                && NAME.matcher(publication.cache()).matches()) {
              wanted.put(view, publication.cache());
            }
          }
        });
    return wanted;
  }

  /** True of a view of a publication of its own name: others may make views in the schema, too. */
  private static boolean isOurs(String view, String sql) {
    String[] names = view.split("\\.", 4); // graph, job, kind, vertex type
    return names.length > 2
        && NAME.matcher(view).matches()
        && sql.contains("\"graphember.%s.%s.%s.v".formatted(names[2], names[0], names[1]));
  }

  /** Changes one view: what SQL refuses of one does not keep the others from being changed. */
  private boolean change(String sql) {
    try {
      engine.query(sql);
      return true;
    } catch (CacheException e) {
      ignite.log().warning("Graphember: results have no SQL view, %s".formatted(e.getMessage()));
      return false;
    }
  }

  /** A name in the schema, as Ignite writes it too. */
  private static String name(String text) {
    return "\"%s\".\"%s\"".formatted(PublicationTable.SCHEMA, text);
  }

  /** The query of each view by its name. */
  private Map<String, String> views() {
    Map<String, String> views = new HashMap<>();
    for (List<?> row :
        engine.query(
            "SELECT NAME, SQL FROM SYS.VIEWS WHERE SCHEMA = '" + PublicationTable.SCHEMA + "'")) {
      views.put((String) row.get(0), (String) row.get(1));
    }
    return views;
  }
}
