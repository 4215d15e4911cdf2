// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.jobs.checkpoint.CheckpointEntries;
import io.graphember.jobs.checkpoint.StoredCheckpoint;
import io.graphember.jobs.entry.CatalogEntries;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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

  /** Those that stay. */
  List<StoredCheckpoint> all() {
    return ofLostJobs().getOrDefault(true, List.of());
  }

  /**
   * Those that stay. Forgets those of jobs that were lost before a checkpoint was complete, and of
   * caches that were published.
   */
  List<StoredCheckpoint> sweep() {
    final Map<Boolean, List<StoredCheckpoint>> lost = ofLostJobs();
    lost.getOrDefault(false, List.of()).forEach(checkpoint -> end(checkpoint.id()));
    return lost.getOrDefault(true, List.of());
  }

  /** Those of jobs that do not run: complete ones in caches that nothing points to, and others. */
  private Map<Boolean, List<StoredCheckpoint>> ofLostJobs() {
    final List<StoredCheckpoint> begun = checkpoints.all();
    if (begun.isEmpty()) {
      return Map.of();
    }
    // Asked for last: a job says first that it uses the cache, and stops to use it last.
    final Set<String> used = caches.used();
    return begun.stream()
        .filter(checkpoint -> !used.contains(checkpoint.cache()))
        .collect(
            Collectors.partitioningBy(
                checkpoint ->
                    caches.isRetired(checkpoint.cache())
                        && entries.has(GraphCatalog.MANIFEST + checkpoint.cache())));
  }
}
