// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Publication;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.affinity.VertexCutAffinity;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ignite.catalog.StoredEmbedding;
import io.graphember.spi.Cancellation;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.tensor.checkpoint.StoredTable;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.embedding.EmbeddingParameters;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.List;
import org.apache.ignite.configuration.CacheConfiguration;

/**
 * The tables of a job in the durable tier: a cache of blocks, partitioned as its graph is, and the
 * manifest of the last complete checkpoint. Used by the coordinator's thread.
 */
final class StoredTables {
  /** Kind of the publication that points to the cache when the job is done. */
  static final String KIND = "tables";

  /** Blocks have two slots: of the last checkpoint, and of the next one. */
  private static final int SLOTS = 2;

  private final JobParts parts;
  private final GraphInfo graph;
  private final String name;
  private final Publication publication;
  private byte[] manifest; // null before the first checkpoint
  private long step;
  private long version;

  StoredTables(JobParts parts, GraphInfo graph, String name, long job) {
    this.parts = parts;
    this.graph = graph;
    this.name = name;
    this.publication =
        new Publication(
            KIND,
            GraphemberCaches.publicationCache(graph.name(), name, KIND, job),
            job,
            graph.version(),
            graph.vertices(),
            graph.stringKeys(),
            graph.vertexTypes().get(0).keys());
  }

  /** Creates the cache, if it fits. */
  void create(EmbeddingParameters parameters, Cancellation cancellation) {
    long bytes = 0;
    for (TableSpec spec : parameters.tables()) {
      bytes += SLOTS * TablePartition.estimateBytes(spec, graph.vertices());
    }
    parts.room().require(bytes, "The tables of job " + name, cancellation);
    parts.graphs().begin(cache());
    parts.ignite().createCache(parts.caches().graph(cache(), partitionEdges()));
  }

  /** Weights of the partitions: those of the graph, so that blocks lie where its partitions do. */
  @SuppressWarnings("unchecked") // the configuration that the cache was created with
  private long[] partitionEdges() {
    CacheConfiguration<Long, byte[]> configuration =
        parts
            .ignite()
            .<Long, byte[]>cache(graph.cache())
            .getConfiguration(CacheConfiguration.class);
    return ((VertexCutAffinity) configuration.getAffinity()).edges();
  }

  /** Name of the cache. */
  String cache() {
    return publication.cache();
  }

  /** Manifest of the last complete checkpoint; null if there is none. */
  byte[] manifest() {
    return manifest;
  }

  /** Steps that are in it. */
  long step() {
    return step;
  }

  /** Number of the next checkpoint. */
  long nextVersion() {
    return version + 1;
  }

  /**
   * Completes a checkpoint: from now on it is the last one.
   *
   * @param written manifests of what each node has written
   */
  void complete(long done, long number, List<byte[]> written) {
    List<StoredTable> all = new ArrayList<>();
    for (byte[] part : written) {
      all.addAll(ManifestFormat.decode(part).tables());
    }
    byte[] next =
        ManifestFormat.encode(
            CheckpointManifest.of(done, number, graph.name(), graph.version(), all));
    parts.graphs().putManifest(cache(), next);
    manifest = next;
    step = done;
    version = number;
  }

  /** Lets others find the tables under the name of the job; those before are destroyed. */
  void publish(JobSettings settings) {
    parts
        .graphs()
        .putEmbedding(
            new StoredEmbedding(
                cache(), SettingsDocument.toJson(settings.withoutSource()), graph, manifest));
    parts.graphs().publish(graph.name(), name, publication);
  }

  /** Destroys the cache. */
  void discard() {
    parts.graphs().discard(cache());
  }
}
