// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Values;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.checkpoint.BlockInput;
import io.graphember.tensor.checkpoint.BlockOutput;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.tensor.checkpoint.StoredTable;
import io.graphember.training.epoch.TrainingState;
import io.graphember.training.epoch.TrainingStateFormat;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.loop.LearnableEmbeddings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The checkpoints of a model that is trained, in the durable tier: blocks first, in the slot that
 * the last checkpoint is not in, then the manifest, whose tables are those of rows that are learned
 * with the model. Checkpoints are numbered one after the other, so that one that was not completed
 * is written again to the same place.
 *
 * <p>Read by every trainer, written by one. Used by the trainer's thread.
 */
public final class ModelCheckpoints {
  private static final String NAME = "model";

  private final LiveJob job;
  private final CacheBlockStore store;
  private final GraphCatalog graphs;
  private Optional<CheckpointManifest> last;

  /**
   * The checkpoints of a job.
   *
   * @param cache where blocks are
   * @param graphs where manifests are
   * @param last the checkpoint to go on from; empty to begin
   */
  public ModelCheckpoints(
      LiveJob job,
      Values<Long, byte[]> cache,
      GraphCatalog graphs,
      Optional<CheckpointManifest> last) {
    this.job = job;
    this.store = store(cache, job);
    this.graphs = graphs;
    this.last = last;
  }

  /** Blocks of a model, and those of the rows that are learned with it. */
  static CacheBlockStore store(Values<Long, byte[]> cache, Cancellation cancellation) {
    List<String> names = new ArrayList<>(List.of(NAME));
    names.addAll(LearnableEmbeddings.names());
    return new CacheBlockStore(cache, names, cancellation);
  }

  /** Writes the tables of a job on all of its nodes, as they are. */
  @FunctionalInterface
  public interface TableWriter {
    /**
     * Writes what has changed.
     *
     * @param last the last complete checkpoint
     * @param step steps that are done
     * @param version number of the checkpoint that is written
     * @return what all nodes add to its manifest
     */
    List<StoredTable> write(Optional<CheckpointManifest> last, long step, long version);
  }

  /**
   * The state to go on from; empty to begin.
   *
   * @param parameters of the model
   * @throws GraphemberException if it is damaged
   */
  public Optional<TrainingState> last(int parameters, OptimizerPlan optimizer) {
    return last.map(manifest -> read(store, partitions(), manifest, parameters, optimizer));
  }

  /**
   * The state of a checkpoint, for one who runs no trainer.
   *
   * @param cache where blocks are
   * @param partitions of the graph
   * @param parameters of the model
   * @throws GraphemberException cancelled, or it is damaged
   */
  public static TrainingState read(
      Values<Long, byte[]> cache,
      int partitions,
      CheckpointManifest manifest,
      int parameters,
      OptimizerPlan optimizer,
      Cancellation cancellation) {
    return read(store(cache, cancellation), partitions, manifest, parameters, optimizer);
  }

  private static TrainingState read(
      CacheBlockStore store,
      int partitions,
      CheckpointManifest manifest,
      int parameters,
      OptimizerPlan optimizer) {
    return TrainingStateFormat.read(
        new BlockInput(store, partitions, NAME, manifest.version()), parameters, optimizer.slots());
  }

  /**
   * Writes a state; it is the last one when this returns.
   *
   * @param tables writes the rows that are learned, which wait for the trainer meanwhile
   */
  public void write(TrainingState state, TableWriter tables) {
    final long version = last.map(CheckpointManifest::version).orElse(0L) + 1;
    BlockOutput out = new BlockOutput(store, partitions(), NAME, version);
    TrainingStateFormat.write(state, out);
    out.close();
    CheckpointManifest next =
        CheckpointManifest.of(
            state.step(),
            version,
            job.graph().name(),
            job.graph().version(),
            tables.write(last, state.step(), version));
    job.check();
    graphs.putManifest(store.cache().cache(), ManifestFormat.encode(next));
    last = Optional.of(next);
  }

  private int partitions() {
    return job.graph().partitions();
  }
}
