// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.checkpoint;

import io.graphember.client.api.Json;
import io.graphember.jobs.entry.CatalogEntries;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The entries of the catalog that tell where jobs write checkpoints: {@code checkpoint/ID}, a
 * {@link StoredCheckpoint} as JSON. A job that is done removes its entry; that of another one stays
 * for who resumes it. Safe for use by several threads and nodes.
 */
public final class CheckpointEntries {
  private static final String CHECKPOINT = "checkpoint/";

  private final CatalogEntries entries;

  /** Entries of a catalog. */
  public CheckpointEntries(CatalogEntries entries) {
    this.entries = entries;
  }

  private static String path(long id) {
    return CHECKPOINT + id;
  }

  /** Says where a job writes checkpoints. */
  public void put(StoredCheckpoint checkpoint) {
    entries.put(path(checkpoint.id()), Json.write(checkpoint));
  }

  /** Says that a job writes none any more, or that its checkpoint was dropped. */
  public void remove(long id) {
    entries.again(() -> entries.remove(path(id)));
  }

  /** That of a job. */
  public Optional<StoredCheckpoint> of(long id) {
    return entries.read(path(id), CheckpointEntries::parse);
  }

  /** Those of all jobs, by number. */
  public List<StoredCheckpoint> all() {
    return entries.below(CHECKPOINT, CheckpointEntries::parse).values().stream()
        .sorted(Comparator.comparingLong(StoredCheckpoint::id))
        .toList();
  }

  private static StoredCheckpoint parse(String path, String text) {
    StoredCheckpoint checkpoint = Json.read(text, StoredCheckpoint.class);
    if (checkpoint == null
        || !path.equals(path(checkpoint.id()))
        || checkpoint.graph() == null
        || checkpoint.job() == null
        || checkpoint.cache() == null
        || !checkpoint.cache().startsWith("graphember.")
        || !checkpoint.cache().contains("." + checkpoint.graph() + "." + checkpoint.job() + ".")) {
      throw new IllegalArgumentException("a checkpoint lacks its number, its job or its cache");
    }
    return checkpoint;
  }
}
