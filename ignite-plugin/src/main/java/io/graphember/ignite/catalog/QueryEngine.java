// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import io.graphember.jobs.catalog.CacheNames;
import jakarta.inject.Inject;
import java.util.List;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.cache.query.SqlFieldsQuery;

/** What answers SQL, if something does: a module of Ignite's. Safe for use by several threads. */
public final class QueryEngine {
  private final Ignite ignite;

  /** The engine of a node. */
  @Inject
  public QueryEngine(Ignite ignite) {
    this.ignite = ignite;
  }

  /** True if there is one. */
  public boolean present() {
    try {
      return !query("SELECT 1").isEmpty();
    } catch (CacheException e) { // there is no other way to ask
      return false;
    }
  }

  /** The rows of a query. */
  List<List<?>> query(String sql) {
    return ignite.cache(CacheNames.CATALOG).query(new SqlFieldsQuery(sql)).getAll();
  }
}
