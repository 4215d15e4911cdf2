// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.table;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.checkpoint.StoredCheckpoint;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.jobs.run.JobParts;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The checkpoints of a job in the durable tier: a cache of blocks, partitioned as its graph is, and
 * the manifest of the last complete one in the catalog. A coordinator that goes on with a job finds
 * the cache of the one before; one that goes on with another job's checkpoint copies it. Used by
 * the coordinator's thread.
 */
public final class StoredCheckpoints {
  /** Blocks have two slots: of the last checkpoint, and of the next one. */
  private static final int SLOTS = 2;

  private final JobParts parts;
  private final GraphInfo graph;
  private final String cache;
  private final boolean begun; // by the coordinator before
  private final Optional<Origin> origin;
  private OptionalLong outlives = OptionalLong.empty(); // number of the job whose end it outlives
  private Optional<RoomReservation> room = Optional.empty(); // of the cache, once there is one

  /** A checkpoint of another job, which a job begins with. */
  private record Origin(long job, StoredCheckpoint checkpoint) {}

  private StoredCheckpoints(
      JobParts parts, GraphInfo graph, String cache, boolean begun, Optional<Origin> origin) {
    this.parts = parts;
    this.graph = graph;
    this.cache = cache;
    this.begun = begun;
    this.origin = origin;
  }

  /** Checkpoints in a cache of their own, which is made. */
  static StoredCheckpoints in(JobParts parts, GraphInfo graph, String cache) {
    return new StoredCheckpoints(parts, graph, cache, false, Optional.empty());
  }

  /**
   * Checkpoints of a job.
   *
   * @param name of the job
   * @param kind of the cache, part of its name
   */
  public static StoredCheckpoints of(
      JobParts parts, GraphInfo graph, String name, String kind, JobRecord record) {
    final Optional<StoredCheckpoint> begun = parts.graphs().checkpoint(record.job());
    return new StoredCheckpoints(
        parts,
        graph,
        begun
            .map(StoredCheckpoint::cache)
            .orElseGet(
                () ->
                    CacheNames.publicationCache(
                        graph.name(), name, kind, parts.graphs().nextVersion())),
        begun.isPresent(),
        record
            .beganWith()
            .filter(other -> begun.isEmpty())
            .flatMap(parts.graphs()::checkpoint)
            .map(checkpoint -> new Origin(record.job(), checkpoint)));
  }

  /** True if there is a checkpoint to begin with, of this job or of another one. */
  public boolean begun() {
    return begun || origin.isPresent();
  }

  /** Bytes that checkpoints take: from the third on they take the place of others. */
  private long roomBytes(long bytes, long count) {
    final int written = begun && parts.graphs().manifest(cache).isPresent() ? 1 : 0;
    return (Math.min(SLOTS, count) - written) * bytes;
  }

  /**
   * Creates the cache, if there is room; once. The room stays reserved until {@link #written},
   * {@link #keep} or {@link #discard}.
   *
   * @param bytes of a checkpoint, at most
   * @param count how many are written, 1 or more
   * @param what for the message, for example {@code "The tables of job walks"}
   */
  public void create(long bytes, long count, String what, Cancellation cancellation) {
    if (created()) {
      return;
    }
    room =
        Optional.of(
            parts
                .room()
                .reserve(
                    List.of(Demand.blocks(roomBytes(bytes, count), graph.partitions())),
                    what,
                    cancellation));
    if (begun) {
      parts.graphs().takeOver(cache);
      return;
    }
    parts.graphs().begin(cache);
    parts.caches().createBeside(cache, graph.cache());
    origin.ifPresent(this::copy);
  }

  private void copy(Origin from) {
    final String other = from.checkpoint.cache();
    final Optional<byte[]> manifest =
        parts.graphs().useCheckpoint(from.job, parts.calls().self(), other)
            ? parts.graphs().manifest(other)
            : Optional.empty();
    parts.caches().copy(other, cache);
    if (manifest.isEmpty()
        || !parts
            .graphs()
            .manifest(other)
            .filter(now -> Arrays.equals(now, manifest.get()))
            .isPresent()) {
      throw new GraphemberException(
          NodeError.CHECKPOINT_UNKNOWN,
          "The checkpoint of job %d was dropped or went on while job %d began with it."
              .formatted(from.checkpoint.id(), from.job));
    }
    parts
        .graphs()
        .progress(other)
        .ifPresentOrElse(
            counted -> parts.graphs().putManifest(cache, manifest.get(), counted),
            () -> parts.graphs().putManifest(cache, manifest.get()));
  }

  /**
   * Keeps the last complete checkpoint, should the coordinator be lost, until the cache is
   * discarded or published; nothing happens if there is no cache.
   *
   * @param job number of the job
   * @param name its name
   */
  public void outlive(long job, String name) {
    if (created() && outlives.isEmpty()) {
      outlives = OptionalLong.of(job);
      parts.graphs().beginCheckpoints(job, name, graph, cache);
    }
  }

  /** Name of the cache. */
  public String cache() {
    return cache;
  }

  /** True if there is a cache. */
  public boolean created() {
    return room.isPresent();
  }

  /** Bytes of the manifest of the last complete checkpoint. */
  public Optional<byte[]> manifest() {
    return created() ? parts.graphs().manifest(cache) : Optional.empty();
  }

  /** The last complete checkpoint. */
  public Optional<CheckpointManifest> last() {
    return manifest().map(ManifestFormat::decode);
  }

  /** Completes a checkpoint: from now on it is the last one. */
  void complete(CheckpointManifest next) {
    parts.graphs().putManifest(cache, ManifestFormat.encode(next));
  }

  /** The same with what the coordinator has counted until then, as JSON. */
  void complete(CheckpointManifest next, String progress) {
    parts.graphs().putManifest(cache, ManifestFormat.encode(next), progress);
  }

  /** What had been counted at the last complete checkpoint, as JSON. */
  Optional<String> progress() {
    return created() ? parts.graphs().progress(cache) : Optional.empty();
  }

  /** Nothing more will be written to the cache. */
  void written() {
    room.ifPresent(RoomReservation::close);
  }

  /**
   * Leaves the last complete checkpoint to who goes on with the job; without one the cache is
   * destroyed.
   */
  public void keep() {
    if (created()) {
      parts.graphs().discard(cache);
      written();
    }
  }

  /** Destroys the cache, if there is one that was not published. */
  public void discard() {
    if (created()) {
      outlives.ifPresent(parts.graphs()::endCheckpoints);
      parts.graphs().discard(cache);
      room.ifPresent(RoomReservation::close);
    }
  }
}
