// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.listing;

import io.graphember.ignite.catalog.QueryEngine;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.cluster.Cluster;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.cache.Cache;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.binary.BinaryObjectBuilder;
import org.apache.ignite.cache.query.ScanQuery;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the tables current, on the oldest server node, where there is a query engine. What others
 * write into them is overwritten. Safe for use by several threads.
 */
public final class ListingWriter {
  private final Ignite ignite;
  private final Listings listings;
  private final QueryEngine engine;
  private final Cluster cluster;

  @Inject
  ListingWriter(Ignite ignite, Listings listings, QueryEngine engine, Cluster cluster) {
    this.ignite = ignite;
    this.listings = listings;
    this.engine = engine;
    this.cluster = cluster;
  }

  /** Looks once, if this is the oldest node, and writes what has changed. */
  public synchronized void look() {
    if (!cluster.isOldest() || !engine.present()) {
      return;
    }
    final IgniteCache<String, BinaryObject> cache =
        ignite.<String, Object>cache(CacheNames.LISTINGS).withKeepBinary();
    final Map<String, Object> written = written(cache);
    final Set<String> gone = new HashSet<>(written.keySet());
    for (Map.Entry<String, Listings.Row> row : listings.rows().entrySet()) {
      final BinaryObject value = value(row.getValue());
      gone.remove(row.getKey());
      if (!value.equals(written.get(row.getKey()))) {
        cache.put(row.getKey(), value);
      }
    }
    gone.forEach(cache::remove);
  }

  /** The cache is replicated: all of it is here. */
  private static Map<String, Object> written(IgniteCache<String, BinaryObject> cache) {
    final Map<String, Object> written = new HashMap<>();
    for (Cache.Entry<Object, Object> entry :
        cache.query(new ScanQuery<Object, Object>().setLocal(true)).getAll()) {
      written.put((String) entry.getKey(), entry.getValue());
    }
    return written;
  }

  private BinaryObject value(Listings.Row row) {
    final BinaryObjectBuilder builder = ignite.binary().builder(row.table().type());
    final List<ListingTable.Column> columns = row.table().columns();
    for (int c = 0; c < columns.size(); c++) {
      set(builder, columns.get(c).name(), columns.get(c).type(), row.values().get(c).orElse(null));
    }
    return builder.build();
  }

  private static <T> void set(
      BinaryObjectBuilder builder, String name, Class<T> type, @Nullable Object value) {
    builder.setField(name, value == null ? null : type.cast(value), type);
  }
}
