// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.jobs.catalog.StoredEmbedding;
import io.graphember.jobs.cluster.Values;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.CheckpointReader;
import io.graphember.tensor.checkpoint.CheckpointWriter;
import io.graphember.tensor.checkpoint.StoredTable;
import io.graphember.tensor.table.TableHost;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.embedding.EmbeddingParameters;
import io.graphember.training.embedding.NeighborMeans;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.loop.LearnableEmbeddings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The tables of a job on one node, of embeddings or of rows that a model learns: rows of the
 * masters of its partitions. Opened and written at the coordinator's word, when no trainer is at
 * work.
 */
public final class LiveTables {
  private final LiveJob job;
  private final TableHost host;
  private final List<TablePartition> partitions = new ArrayList<>();
  private final Optional<CheckpointWriter> writer; // none of a job without checkpoints
  private NeighborMeans.Rows kept = new NeighborMeans.Rows(new long[0], List.of());
  private long written; // number of the checkpoint that was written last

  private LiveTables(LiveJob job, Optional<CacheBlockStore> store, long step, Workers workers) {
    this.job = job;
    this.host = new TableHost(job.plan().trainers().length, step, workers);
    this.writer = store.map(CheckpointWriter::new);
  }

  /**
   * Opens the tables of a job of embeddings, of the partitions that it has here.
   *
   * @param cache where checkpoints are
   * @param last the checkpoint to go on from; empty for untouched rows
   * @throws GraphemberException if they do not fit, or if the checkpoint does not fit the job
   */
  public static void open(
      LiveJob job, Values<Long, byte[]> cache, Optional<CheckpointManifest> last, Workers workers) {
    List<TableSpec> specs = parameters(job).tables();
    CacheBlockStore store =
        new CacheBlockStore(cache, specs.stream().map(TableSpec::name).toList(), job);
    job.open(open(job, specs, Optional.of(store), last, workers));
  }

  /**
   * Opens the tables of the rows that a job learns with its model, of the partitions that it has
   * here.
   *
   * @param specs as {@link LearnableEmbeddings#tables} gives them
   * @param cache where checkpoints are; empty if the job has none
   * @param last the checkpoint to go on from; empty for the rows before the first step
   * @param start reads what these are; empty for untouched rows
   * @throws GraphemberException if they do not fit, or if what they go on from does not fit the job
   */
  public static void openLearned(
      LiveJob job,
      List<TableSpec> specs,
      Optional<Values<Long, byte[]>> cache,
      Optional<CheckpointManifest> last,
      Optional<CheckpointReader> start,
      Workers workers) {
    LiveTables tables =
        open(job, specs, cache.map(blocks -> ModelCheckpoints.store(blocks, job)), last, workers);
    if (last.isEmpty()) {
      start.ifPresent(rows -> tables.begin(rows, workers));
    }
    job.open(tables);
  }

  private static LiveTables open(
      LiveJob job,
      List<TableSpec> specs,
      Optional<CacheBlockStore> store,
      Optional<CheckpointManifest> last,
      Workers workers) {
    reserve(job, specs);
    LiveTables tables =
        new LiveTables(job, store, last.map(CheckpointManifest::step).orElse(0L), workers);
    Optional<CheckpointReader> reader =
        last.map(
            manifest ->
                new CheckpointReader(
                    manifest, store.orElseThrow(), job.graph().name(), job.graph().version()));
    tables.add(
        specs,
        workers,
        partition -> {
          reader.ifPresent(checkpoint -> checkpoint.restore(partition));
          tables.allocate(partition);
        });
    return tables;
  }

  private static void reserve(LiveJob job, List<TableSpec> specs) {
    long bytes = 0;
    for (TableSpec spec : specs) {
      for (int p : job.held()) {
        bytes += TablePartition.estimateBytes(spec, rows(job, spec, p));
      }
    }
    MemoryBudget.Reservation memory =
        job.budget()
            .take(
                bytes,
                "Job %d on graph %s, for the rows of its tables,"
                    .formatted(job.plan().job(), job.graph().name()));
    if (!job.keep(memory)) {
      throw LiveStore.stopped(job.plan());
    }
  }

  /** The parameters of a job of embeddings. */
  public static EmbeddingParameters parameters(LiveJob job) {
    return StoredEmbedding.parameters(job.settings(), job.graph());
  }

  private static int rows(LiveJob job, TableSpec spec, int partition) {
    return spec.rows()
        .in(partition, job.graph().partitions(), job.partition(partition).topology().masters());
  }

  private void add(List<TableSpec> specs, Workers workers, Consumer<TablePartition> fill) {
    for (TableSpec spec : specs) {
      for (int p : job.held()) {
        partitions.add(new TablePartition(spec, p, rows(job, spec, p)));
      }
    }
    each(partitions, workers, fill);
    partitions.forEach(host::add);
  }

  private void each(List<TablePartition> some, Workers workers, Consumer<TablePartition> work) {
    workers.each(
        some.size(),
        1,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            job.check();
            work.accept(some.get(i));
          }
        });
  }

  /** Rows that were learned before are the best so far, and those before the first step. */
  private void begin(CheckpointReader start, Workers workers) {
    each(
        best(),
        workers,
        best -> {
          start.restore(best);
          LearnableEmbeddings.begin(host, best.partition());
        });
  }

  private List<TablePartition> best() {
    final TableSpec best = LearnableEmbeddings.best(dim());
    return partitions.stream().filter(partition -> partition.spec().equals(best)).toList();
  }

  /** Rows that are changed where they lie must be there, and are all taken for changed. */
  private void allocate(TablePartition partition) {
    if (job.settings().job() instanceof EmbedJob embed && embed.embedding().inPlace()) {
      partition.allocate();
    }
  }

  /** The rows. */
  public TableHost host() {
    return host;
  }

  /** Weights of a row of the widest table. */
  public int dim() {
    return partitions.stream().mapToInt(partition -> partition.spec().dim()).max().orElse(0);
  }

  /** See {@link TablePartition#replayedSteps}. */
  long replayedSteps() {
    return partitions.stream().mapToLong(TablePartition::replayedSteps).sum();
  }

  /** Trainers wait for no step any more: the job is not here any more. */
  void stop() {
    host.stop(job.withoutTables());
  }

  /** Waits for a block that is being written; when the job is freed there is none behind it. */
  synchronized void awaitWriter() {
    // the lock is what is waited for
  }

  /** Keeps rows of new vertices until those of all nodes are computed. */
  public synchronized void keep(NeighborMeans.Rows rows) {
    kept = rows;
  }

  /** The rows that were kept; none any more behind this. */
  public synchronized NeighborMeans.Rows kept() {
    final NeighborMeans.Rows rows = kept;
    kept = new NeighborMeans.Rows(new long[0], List.of());
    return rows;
  }

  /**
   * Writes the best of the rows that a model learns, for others to read when the job is gone.
   *
   * @return what this node adds to the manifest
   */
  public synchronized List<StoredTable> writeBest(Values<Long, byte[]> cache) {
    List<TablePartition> best = best();
    best.forEach(TablePartition::allocate); // what is in a checkpoint already is written too
    return new CheckpointWriter(CheckpointedEmbeddings.store(cache, job))
        .write(best, Optional.empty());
  }

  /**
   * Writes what has changed since the last checkpoint.
   *
   * @param last the last complete checkpoint
   * @param version number of this one
   * @return what this node adds to its manifest
   */
  public synchronized List<StoredTable> write(Optional<CheckpointManifest> last, long version) {
    CheckpointWriter changes = writer.orElseThrow();
    if (last.isPresent() && last.get().version() == written) {
      changes.completed();
    }
    partitions.forEach(this::allocate);
    written = version;
    return changes.write(partitions, last);
  }
}
