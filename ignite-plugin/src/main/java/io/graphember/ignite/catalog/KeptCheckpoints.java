// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import io.graphember.ignite.checkpoint.CheckpointEntries;
import io.graphember.ignite.checkpoint.StoredCheckpoint;
import io.graphember.ignite.entry.CatalogEntries;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Complete checkpoints of jobs whose coordinator was lost: their caches stay, though nothing points
 * to them and nobody uses them. Safe for use by several threads and nodes.
 */
final class KeptCheckpoints {
  private final CatalogEntries entries;
  private final CheckpointEntries checkpoints;
  private final UnusedCaches caches;

  KeptCheckpoints(CatalogEntries entries, UnusedCaches caches) {
    this.entries = entries;
    this.checkpoints = new CheckpointEntries(entries);
    this.caches = caches;
  }

  /** Says where a running job writes checkpoints. */
  void begin(StoredCheckpoint checkpoint) {
    checkpoints.put(checkpoint);
  }

  /** A job has ended in order, or its checkpoint is dropped. */
  void end(long id) {
    checkpoints.remove(id);
  }

  /**
   * Those that stay. Forgets those of jobs that were lost before a checkpoint was complete, and of
   * caches that were published.
   */
  List<StoredCheckpoint> all() {
    final List<StoredCheckpoint> begun = checkpoints.all();
    if (begun.isEmpty()) {
      return List.of();
    }
    // Asked for last: a job says first that it uses the cache, and stops to use it last.
    final Set<String> used = caches.used();
    List<StoredCheckpoint> kept = new ArrayList<>();
    for (StoredCheckpoint checkpoint : begun) {
      if (used.contains(checkpoint.cache())) {
        continue; // its job runs
      }
      if (caches.isRetired(checkpoint.cache())
          && entries.has(GraphCatalog.MANIFEST + checkpoint.cache())) {
        kept.add(checkpoint);
      } else {
        checkpoints.remove(checkpoint.id());
      }
    }
    return kept;
  }
}
