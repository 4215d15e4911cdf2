// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.client.api.Json;
import io.graphember.jobs.entry.CatalogEntries;
import java.util.List;
import java.util.Optional;

/**
 * Graphs that follow their tables: entries {@code follow/GRAPH} of the catalog, a {@link
 * FollowRecord} each. Safe for use by several threads and nodes.
 */
public final class FollowRecords {
  private static final String FOLLOW = "follow/";

  private final CatalogEntries entries;

  /** Those of a cluster. */
  public FollowRecords(CatalogEntries entries) {
    this.entries = entries;
  }

  /** What is known of a graph; empty if it follows nothing. */
  public Optional<FollowRecord> of(String graph) {
    return entries.read(FOLLOW + graph, FollowRecords::parse);
  }

  private static FollowRecord parse(String path, String text) {
    final FollowRecord record = Json.read(text, FollowRecord.class);
    if (record == null
        || record.request() == null
        || record.caches().isEmpty()
        || record.info() == null
        || record.info().node() == null
        || !path.equals(FOLLOW + record.info().graph())) {
      throw new IllegalArgumentException("it lacks its graph, its tables or its node");
    }
    return record;
  }

  /** All that are there, by name. */
  public List<FollowRecord> all() {
    return List.copyOf(entries.below(FOLLOW, FollowRecords::parse).values());
  }

  /**
   * Says something else of a graph.
   *
   * @param before what was known of it
   * @return false if another node sees its changes by now, or nobody, or it has another version
   */
  public boolean replace(FollowRecord before, FollowRecord now) {
    return entries.again(
        () ->
            entries.atOnce(
                () -> {
                  final boolean same = of(before.info().graph()).filter(before::isSame).isPresent();
                  if (same) {
                    put(now);
                  }
                  return same;
                }));
  }

  /** A graph follows its tables from now on. */
  public void put(FollowRecord record) {
    entries.put(FOLLOW + record.info().graph(), Json.write(record));
  }

  /** A graph follows nothing any more; true if it did. */
  boolean remove(String graph) {
    return entries.remove(FOLLOW + graph).isPresent();
  }
}
