// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.room;

import io.graphember.client.api.Json;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.entry.CatalogEntries;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The cluster's claims, one entry of the catalog: {@code claims}, a {@link ClaimList} as JSON.
 * Whoever holds the lock of the entry decides, so no two decide at once; nothing is waited for
 * under it. Claims of nodes that have left do not count. Safe for use by several threads and nodes.
 */
final class Claims {
  private static final String PATH = "claims";

  private final Cluster cluster;
  private final NodeLog log;
  private final CatalogEntries entries;

  /** The claims of a node's cluster. */
  Claims(CatalogEntries entries, Cluster cluster, NodeLog log) {
    this.cluster = cluster;
    this.log = log;
    this.entries = entries;
  }

  /** The version of the list now. */
  long version() {
    return list().version();
  }

  /** What became of a claim that was to be added. */
  enum Added {
    /** It is open. */
    YES,
    /** It does not fit. */
    NO,
    /** Nobody knows: too much has changed since the regions were measured. */
    MEASURE_AGAIN
  }

  /**
   * Adds a claim if it fits beside the others.
   *
   * @param measured version of the list before the regions were measured
   * @param fits looks at the claims that the measurement may have missed
   */
  Added add(Claim claim, long measured, Predicate<List<Claim>> fits) {
    return entries.atOnce(
        () -> {
          ClaimList list = list();
          if (!list.knows(measured)) {
            return Added.MEASURE_AGAIN;
          }
          if (!fits.test(list.since(measured))) {
            return Added.NO;
          }
          entries.put(PATH, Json.write(list.with(claim)));
          return Added.YES;
        });
  }

  /** Makes a claim smaller. */
  void replace(Claim claim) {
    change(list -> list.withLess(claim));
  }

  /** Removes a claim; one that cannot be removed is gone when its node leaves. */
  void remove(Claim claim) {
    try {
      change(list -> list.without(other -> other.number().equals(claim.number())));
    } catch (RuntimeException e) { // not instead of how the work has ended
      log.warning("room stays reserved until this node leaves, " + e.getMessage());
    }
  }

  private void change(UnaryOperator<ClaimList> change) {
    entries.again(
        () ->
            entries.atOnce(
                () -> {
                  ClaimList list = change.apply(list());
                  entries.put(PATH, Json.write(list));
                  return list;
                }));
  }

  private ClaimList list() {
    ClaimList list = entries.read(PATH, Claims::parse).orElse(ClaimList.EMPTY);
    Predicate<Claim> left = claim -> !cluster.has(claim.holder());
    return list.open().stream().anyMatch(left) ? list.without(left) : list;
  }

  private static ClaimList parse(String path, String text) {
    return Json.read(text, ClaimList.class);
  }
}
