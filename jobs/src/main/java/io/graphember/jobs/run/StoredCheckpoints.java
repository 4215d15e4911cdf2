// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.room.Demand;
import io.graphember.jobs.room.RoomReservation;
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
final class StoredCheckpoints {
  /** Blocks have two slots: of the last checkpoint, and of the next one. */
  private static final int SLOTS = 2;

  private final JobParts parts;
  private final GraphInfo graph;
  private final String cache;
  private boolean created;
  private OptionalLong outlives = OptionalLong.empty(); // number of the job whose end it outlives
  private RoomReservation room; // of the cache, while it is written

  StoredCheckpoints(JobParts parts, GraphInfo graph, String cache) {
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
  static long roomBytes(long bytes, long count) {
    return Math.min(SLOTS, count) * bytes;
  }

  /**
   * Creates the cache, if there is room; once. The room stays reserved until {@link #written} or
   * {@link #discard}.
   *
   * @param bytes room that is needed, see {@link #roomBytes}
   * @param what for the message, for example {@code "The tables of job walks"}
   */
  void create(long bytes, String what, Cancellation cancellation) {
    if (!created) {
      room =
          parts
              .room()
              .reserve(List.of(Demand.blocks(bytes, graph.partitions())), what, cancellation);
      created = true;
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
  void outlive(long job, String name) {
    if (created && outlives.isEmpty()) {
      outlives = OptionalLong.of(job);
      parts.graphs().beginCheckpoints(job, name, graph, cache);
    }
  }

  /** Weights of the partitions: those of the graph, so that blocks lie where its partitions do. */

  /** Name of the cache. */
  String cache() {
    return cache;
  }

  /** True if there is a cache. */
  boolean created() {
    return created;
  }

  /** Bytes of the manifest of the last complete checkpoint; null if there is none. */
  byte[] manifest() {
    return created ? parts.graphs().manifest(cache) : null;
  }

  /** The last complete checkpoint. */
  Optional<CheckpointManifest> last() {
    return Optional.ofNullable(manifest()).map(ManifestFormat::decode);
  }

  /** Completes a checkpoint: from now on it is the last one. */
  void complete(CheckpointManifest next) {
    parts.graphs().putManifest(cache, ManifestFormat.encode(next));
  }

  /** Nothing more will be written to the cache. */
  void written() {
    if (created) {
      room.close();
    }
  }

  /** Destroys the cache, if there is one that was not published. */
  void discard() {
    if (created) {
      outlives.ifPresent(parts.graphs()::endCheckpoints);
      parts.graphs().discard(cache);
      room.close();
    }
  }
}
