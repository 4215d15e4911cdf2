// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.Json;
import io.graphember.jobs.entry.CatalogEntries;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What became of the cluster's requests: entries {@code request/NAME} of the catalog, a {@link
 * RequestRecord} as JSON. Who changes one holds its lock, so no two nodes take up a request. Safe
 * for use by several threads and nodes.
 */
final class RequestRecords {
  private static final String PREFIX = "request/";

  private final CatalogEntries entries;
  private final Clock clock;

  @Inject
  RequestRecords(CatalogEntries entries, Clock clock) {
    this.entries = entries;
    this.clock = clock;
  }

  private static RequestRecord parse(String path, String text) {
    final RequestRecord record = Json.read(text, RequestRecord.class);
    if (record.stamp() == null || record.handled() == null || record.state() == null) {
      throw new IllegalArgumentException("a request lacks its stamp or its state");
    }
    return record;
  }

  /** What became of a request; empty if none of the name was taken up. */
  Optional<RequestRecord> find(String name) {
    return entries.read(PREFIX + name, RequestRecords::parse);
  }

  /** All of them, by name. */
  SortedMap<String, RequestRecord> all() {
    final SortedMap<String, RequestRecord> all = new TreeMap<>();
    entries
        .below(PREFIX, RequestRecords::parse)
        .forEach((path, record) -> all.put(path.substring(PREFIX.length()), record));
    return all;
  }

  /**
   * Changes what is known of a name.
   *
   * @param change of what there is; nothing is written if it gives the same, or nothing
   * @return what is known now
   */
  Optional<RequestRecord> change(String name, UnaryOperator<Optional<RequestRecord>> change) {
    return entries.again(
        () ->
            entries.atOnce(
                () -> {
                  final Optional<RequestRecord> before = find(name);
                  final Optional<RequestRecord> after = change.apply(before);
                  if (!after.equals(before)) {
                    after.ifPresent(record -> entries.put(PREFIX + name, Json.write(record)));
                  }
                  return after;
                }));
  }

  /** The same of a request that was taken up; nothing happens if it was forgotten meanwhile. */
  Optional<RequestRecord> update(String name, UnaryOperator<RequestRecord> change) {
    return change(name, found -> found.map(change));
  }

  /**
   * Says that a request has ended.
   *
   * @param why it ended without a job; null if it had one
   * @return what is known now; empty if it was forgotten meanwhile
   */
  Optional<RequestRecord> end(String name, @Nullable ErrorInfo why) {
    return update(name, record -> record.ended(why, clock.millis()));
  }

  /** Forgets a request. */
  void remove(String name) {
    entries.again(() -> entries.remove(PREFIX + name));
  }
}
