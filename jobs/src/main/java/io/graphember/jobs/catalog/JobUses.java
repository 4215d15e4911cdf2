// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.jobs.result.ResultName;
import java.util.UUID;

/**
 * What jobs keep beside their graphs, until they are over or their coordinators leave: entries
 * {@code use/JOB/...} of the catalog, see {@link GraphCatalog}. Safe for use by several threads and
 * nodes.
 */
final class JobUses {
  private static final String ROWS = "/rows";
  private static final String RESULTS = "/results";
  private static final String ORIGIN = "/origin";
  private static final String MODEL = "/model";

  private final UnusedCaches caches;
  private final Manifests manifests;

  JobUses(UnusedCaches caches, Manifests manifests) {
    this.caches = caches;
    this.manifests = manifests;
  }

  /** A job makes results. */
  void results(long job, UUID coordinator, ResultName name) {
    caches.use(job + RESULTS, coordinator, name.toString());
  }

  /** A job reads rows; false if they have been replaced already. */
  boolean rows(long job, UUID coordinator, String cache) {
    caches.use(job + ROWS, coordinator, cache);
    return !caches.isRetired(cache) && manifests.has(cache);
  }

  /** A job starts from a model. */
  void model(long job, UUID coordinator, String key) {
    caches.use(job + MODEL, coordinator, UnusedCaches.model(key));
  }

  /** A job begins with the checkpoint of another; false if it is gone already. */
  boolean origin(long job, UUID coordinator, String cache) {
    caches.use(job + ORIGIN, coordinator, cache);
    return manifests.has(cache);
  }

  /** A job is over. */
  void release(long job) {
    caches.release(job + ORIGIN);
    caches.release(job + MODEL);
    caches.release(job + ROWS);
    caches.release(job + RESULTS);
  }
}
