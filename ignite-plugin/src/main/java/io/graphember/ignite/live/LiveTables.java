// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.live;

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
import io.graphember.training.job.Consistency;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.ignite.IgniteCache;

/**
 * The tables of a job on one node, of embeddings or of rows that a model learns: rows of the
 * masters of its partitions. Opened and written at the coordinator's word, when no trainer is at
 * work.
 */
public final class LiveTables {
  private final LiveJob job;
  private final TableHost host;
  private final List<TablePartition> partitions = new ArrayList<>();
  private final Optional<CheckpointWriter> writer; // none of tables that are not stored
  private NeighborMeans.Rows kept = new NeighborMeans.Rows(new long[0], List.of());
  private long written; // number of the checkpoint that was written last

  private LiveTables(LiveJob job, Optional<CacheBlockStore> store, long step, Workers workers) {
    this.job = job;
    this.host = new TableHost(job.plan().trainers().length, step, workers);
    this.writer = store.map(CheckpointWriter::new);
  }

  /**
   * Opens the tables of the partitions that a job has here.
   *
   * @param cache where checkpoints are
   * @param last the checkpoint to go on from; empty for untouched rows
   * @param budget gives the memory of all rows before any is made
   * @throws GraphemberException if they do not fit, or if the checkpoint does not fit the job
   */
  public static void open(
      LiveJob job,
      IgniteCache<Long, byte[]> cache,
      Optional<CheckpointManifest> last,
      MemoryBudget budget,
      Workers workers) {
    List<TableSpec> specs = parameters(job).tables();
    CacheBlockStore store =
        new CacheBlockStore(cache, specs.stream().map(TableSpec::name).toList(), job);
    reserve(job, specs, budget);
    LiveTables tables =
        new LiveTables(
            job, Optional.of(store), last.map(CheckpointManifest::step).orElse(0L), workers);
    Optional<CheckpointReader> reader =
        last.map(
            manifest ->
                new CheckpointReader(manifest, store, job.graph().name(), job.graph().version()));
    tables.add(
        specs,
        workers,
        partition -> {
          reader.ifPresent(checkpoint -> checkpoint.restore(partition));
          tables.allocate(partition);
        });
    job.open(tables);
  }

  /**
   * Opens tables that live as long as the job, of the partitions that it has here.
   *
   * @param budget gives the memory of all rows before any is made
   * @throws GraphemberException if they do not fit
   */
  public static void open(
      LiveJob job, List<TableSpec> specs, MemoryBudget budget, Workers workers) {
    reserve(job, specs, budget);
    LiveTables tables = new LiveTables(job, Optional.empty(), 0, workers);
    tables.add(specs, workers, partition -> {});
    job.open(tables);
  }

  private static void reserve(LiveJob job, List<TableSpec> specs, MemoryBudget budget) {
    long bytes = 0;
    for (TableSpec spec : specs) {
      for (int p : job.held()) {
        bytes += TablePartition.estimateBytes(spec, masters(job, p));
      }
    }
    MemoryBudget.Reservation memory =
        budget.take(
            bytes,
            "Job %d on graph %s, for the rows of its tables,"
                .formatted(job.plan().job(), job.graph().name()));
    if (!job.keep(memory)) {
      throw LiveStore.stopped(job.plan());
    }
  }

  /** The parameters of a job of embeddings. */
  public static EmbeddingParameters parameters(LiveJob job) {
    return EmbeddingParameters.of(
        job.settings().embedding(),
        job.settings().seed(),
        job.graph().vertices(),
        job.graph().edges());
  }

  private static int masters(LiveJob job, int partition) {
    return job.partition(partition).topology().masters();
  }

  private void add(List<TableSpec> specs, Workers workers, Consumer<TablePartition> fill) {
    for (TableSpec spec : specs) {
      for (int p : job.held()) {
        partitions.add(new TablePartition(spec, p, masters(job, p)));
      }
    }
    workers.each(
        partitions.size(),
        1,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            job.check();
            fill.accept(partitions.get(i));
          }
        });
    partitions.forEach(host::add);
  }

  /** Rows that are changed where they lie must be there, and are all taken for changed. */
  private void allocate(TablePartition partition) {
    if (job.settings().embedding().consistency() == Consistency.HOGWILD) {
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
   * Writes one table as it is, for others to read when the job is gone.
   *
   * @return what this node adds to the manifest
   */
  public synchronized List<StoredTable> write(IgniteCache<Long, byte[]> cache, String table) {
    return new CheckpointWriter(new CacheBlockStore(cache, List.of(table), job))
        .write(
            partitions.stream().filter(p -> p.spec().name().equals(table)).toList(),
            Optional.empty());
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
