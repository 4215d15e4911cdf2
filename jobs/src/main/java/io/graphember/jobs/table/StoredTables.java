// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.table;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Publication;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.catalog.StoredEmbedding;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.result.PublishingRun;
import io.graphember.jobs.result.ResultEntries;
import io.graphember.jobs.run.JobParts;
import io.graphember.spi.Cancellation;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.StoredTable;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.job.JobSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tables of a job in the durable tier, where they stay under its name when it is done. Used by
 * the coordinator's thread.
 */
public final class StoredTables {
  /** Kind of the publication that points to embeddings when their job is done. */
  public static final String EMBEDDINGS = "tables";

  /** Kind of the publication that points to the rows that were learned with a model. */
  static final String LEARNED = ResultEntries.LEARNED;

  private final JobParts parts;
  private final GraphInfo graph;
  private final String name;
  private final Publication publication;
  private final StoredCheckpoints checkpoints;

  /** Tables of embeddings, which a job has checkpoints of. */
  public static StoredTables embeddings(
      JobParts parts, GraphInfo graph, String name, JobRecord record) {
    return new StoredTables(
        parts,
        graph,
        name,
        EMBEDDINGS,
        StoredCheckpoints.of(parts, graph, name, EMBEDDINGS, record),
        parts.graphs().nextVersion());
  }

  /** Rows that are learned with a model, written once when it is trained. */
  static StoredTables learned(JobParts parts, GraphInfo graph, String name) {
    final long version = parts.graphs().nextVersion();
    return new StoredTables(
        parts,
        graph,
        name,
        LEARNED,
        StoredCheckpoints.in(
            parts, graph, CacheNames.publicationCache(graph.name(), name, LEARNED, version)),
        version);
  }

  private StoredTables(
      JobParts parts,
      GraphInfo graph,
      String name,
      String kind,
      StoredCheckpoints checkpoints,
      long version) {
    this.parts = parts;
    this.graph = graph;
    this.name = name;
    this.checkpoints = checkpoints;
    this.publication =
        new Publication(
            kind,
            kind,
            null, // rows of all of them
            checkpoints.cache(),
            version,
            graph.version(),
            graph.vertices(),
            graph.stringKeys(),
            graph.vertexTypes().get(0).keys(),
            null, // not of pairs
            null,
            null);
  }

  /** Bytes of a checkpoint of tables that have a row for each vertex, at most. */
  static long bytes(List<TableSpec> tables, GraphInfo graph) {
    return tables.stream()
        .mapToLong(spec -> TablePartition.estimateBytes(spec, spec.rows().all(graph.vertices())))
        .sum();
  }

  /**
   * Creates the cache, if there is room.
   *
   * @param count checkpoints that are written to it
   */
  public void create(List<TableSpec> tables, long count, Cancellation cancellation) {
    checkpoints.create(bytes(tables, graph), count, "The tables of job " + name, cancellation);
  }

  /** Keeps the last complete checkpoint until the tables are published or discarded. */
  public void outlive(long job) {
    checkpoints.outlive(job, name);
  }

  /** Name of the cache. */
  public String cache() {
    return checkpoints.cache();
  }

  /** Manifest of the last complete checkpoint. */
  public Optional<byte[]> manifest() {
    return checkpoints.manifest();
  }

  /** Steps that are in it. */
  public long step() {
    return checkpoints.last().map(CheckpointManifest::step).orElse(0L);
  }

  /** Number of the next checkpoint. */
  public long nextVersion() {
    return checkpoints.last().map(CheckpointManifest::version).orElse(0L) + 1;
  }

  /**
   * Completes a checkpoint: from now on it is the last one.
   *
   * @param written what each node has written
   * @param progress what the coordinator has counted until then, as JSON
   */
  public void complete(long step, long version, List<StoredTable> written, String progress) {
    checkpoints.complete(
        CheckpointManifest.of(step, version, graph.name(), graph.version(), written), progress);
  }

  /** The same of rows that are written once. */
  void complete(List<StoredTable> written) {
    checkpoints.complete(CheckpointManifest.of(0, 1, graph.name(), graph.version(), written));
  }

  /** What had been counted at the last complete checkpoint, as JSON. */
  public Optional<String> progress() {
    return checkpoints.progress();
  }

  /** Nothing more will be written to the cache. */
  public void written() {
    checkpoints.written();
  }

  /**
   * Lets others find the tables under the name of the job.
   *
   * @param run whose they are
   */
  public void publish(JobSettings settings, PublishingRun run) {
    parts
        .graphs()
        .putEmbedding(
            new StoredEmbedding(
                cache(),
                SettingsDocument.toJson(settings.withoutSource()),
                graph,
                manifest().orElseThrow()));
    publish(name, run);
  }

  /**
   * The same for tables that a model is told of.
   *
   * @param model its name
   * @param run whose they are
   */
  public void publish(String model, PublishingRun run) {
    parts
        .graphs()
        .publish(graph.name(), model, run, Map.of(publication.kind(), List.of(publication)));
    checkpoints.written();
  }

  /** Leaves the last complete checkpoint to who goes on with the job. */
  public void keep() {
    checkpoints.keep();
  }

  /** Destroys the cache. */
  public void discard() {
    checkpoints.discard();
  }
}
