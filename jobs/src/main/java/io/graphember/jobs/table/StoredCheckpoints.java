// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.table;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.RoomReservation;
import io.graphember.jobs.run.JobParts;
import io.graphember.spi.Cancellation;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The checkpoints of a job in the durable tier: a cache of blocks, partitioned as its graph is, and
 * the manifest of the last complete one in the catalog. Used by the coordinator's thread.
 */
public final class StoredCheckpoints {
  /** Blocks have two slots: of the last checkpoint, and of the next one. */
  private static final int SLOTS = 2;

  private final JobParts parts;
  private final GraphInfo graph;
  private final String cache;
  private OptionalLong outlives = OptionalLong.empty(); // number of the job whose end it outlives
  private Optional<RoomReservation> room = Optional.empty(); // of the cache, once there is one

  public StoredCheckpoints(JobParts parts, GraphInfo graph, String cache) {
    this.parts = parts;
    this.graph = graph;
    this.cache = cache;
  }

  /**
   * Bytes that checkpoints take: from the third on they take the place of others.
   *
   * @param bytes of one at most
   * @param count how many are written
   */
  public static long roomBytes(long bytes, long count) {
    return Math.min(SLOTS, count) * bytes;
  }

  /**
   * Creates the cache, if there is room; once. The room stays reserved until {@link #written} or
   * {@link #discard}.
   *
   * @param bytes room that is needed, see {@link #roomBytes}
   * @param what for the message, for example {@code "The tables of job walks"}
   */
  public void create(long bytes, String what, Cancellation cancellation) {
    if (!created()) {
      room =
          Optional.of(
              parts
                  .room()
                  .reserve(List.of(Demand.blocks(bytes, graph.partitions())), what, cancellation));
      parts.graphs().begin(cache);
      parts.caches().createBeside(cache, graph.cache());
    }
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

  /** Weights of the partitions: those of the graph, so that blocks lie where its partitions do. */

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

  /** Nothing more will be written to the cache. */
  void written() {
    room.ifPresent(RoomReservation::close);
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
