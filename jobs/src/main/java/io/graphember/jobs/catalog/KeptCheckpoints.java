// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.jobs.checkpoint.CheckpointEntries;
import io.graphember.jobs.checkpoint.StoredCheckpoint;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.jobs.record.JobRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checkpoints of jobs. Of a job that runs they stay, also while nobody coordinates it. Of one that
 * has ended without being done the last complete one stays, though nothing points to its cache and
 * nobody uses it. Safe for use by several threads and nodes.
 */
final class KeptCheckpoints {
  private final CatalogEntries entries;
  private final CheckpointEntries checkpoints;
  private final UnusedCaches caches;
  private final Manifests manifests;
  private final JobRecords jobs;

  KeptCheckpoints(CatalogEntries entries, UnusedCaches caches, Manifests manifests) {
    this.entries = entries;
    this.checkpoints = new CheckpointEntries(entries);
    this.caches = caches;
    this.jobs = new JobRecords(entries);
    this.manifests = manifests;
  }

  /** Says where a running job writes checkpoints. */
  void begin(StoredCheckpoint checkpoint) {
    checkpoints.put(checkpoint);
  }

  /** A job is done, or its checkpoint is dropped. */
  void end(long id) {
    checkpoints.remove(id);
  }

  /** Where a job writes checkpoints, or has written them. */
  Optional<StoredCheckpoint> of(long id) {
    return checkpoints.of(id);
  }

  /** The complete ones of jobs that have ended. */
  List<StoredCheckpoint> all() {
    final List<StoredCheckpoint> begun = checkpoints.all();
    return begun.isEmpty()
        ? List.of()
        : unused(begun)
            .filter(this::complete)
            .filter(checkpoint -> !runs(checkpoint))
            .filter(checkpoint -> of(checkpoint.id()).isPresent()) // its job may just be done
            .toList();
  }

  /**
   * Checkpoints that stay.
   *
   * @param running of jobs that write them, or that another node is to go on with
   * @param ended of the others
   */
  record Staying(List<StoredCheckpoint> running, List<StoredCheckpoint> ended) {}

  /**
   * Checkpoints that stay. Forgets those of jobs that have ended before one was complete, and of
   * caches that were published.
   */
  Staying sweep() {
    final List<StoredCheckpoint> begun = checkpoints.all();
    final Set<StoredCheckpoint> unused = unused(begun).collect(Collectors.toSet());
    final List<StoredCheckpoint> running = new ArrayList<>();
    final List<StoredCheckpoint> ended = new ArrayList<>();
    for (StoredCheckpoint checkpoint : begun) {
      // Those that are used now, too: a coordinator that leaves stops to use its own any moment.
      if (!unused.contains(checkpoint) || runs(checkpoint)) {
        running.add(checkpoint);
      } else if (complete(checkpoint)) {
        ended.add(checkpoint);
      } else {
        end(checkpoint.id());
      }
    }
    return new Staying(running, ended);
  }

  /** Asked for last: a job says first that it uses the cache, and stops to use it last. */
  private Stream<StoredCheckpoint> unused(List<StoredCheckpoint> begun) {
    final Set<String> used = caches.used();
    return begun.stream().filter(checkpoint -> !used.contains(checkpoint.cache()));
  }

  /** True if there is a whole checkpoint that was not published. */
  private boolean complete(StoredCheckpoint checkpoint) {
    return caches.isRetired(checkpoint.cache()) && manifests.has(checkpoint.cache());
  }

  private boolean runs(StoredCheckpoint checkpoint) {
    return jobs.running(checkpoint.id());
  }
}
