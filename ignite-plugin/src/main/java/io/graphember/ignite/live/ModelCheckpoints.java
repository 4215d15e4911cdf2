// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.live;

import io.graphember.ignite.catalog.GraphCatalog;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.checkpoint.BlockInput;
import io.graphember.tensor.checkpoint.BlockOutput;
import io.graphember.tensor.checkpoint.CheckpointManifest;
import io.graphember.tensor.checkpoint.ManifestFormat;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.loop.TrainingState;
import io.graphember.training.loop.TrainingStateFormat;
import java.util.List;
import java.util.Optional;
import org.apache.ignite.IgniteCache;

/**
 * The checkpoints of a model that is trained, in the durable tier: blocks first, in the slot that
 * the last checkpoint is not in, then the manifest, which names no tables. The number of a
 * checkpoint is given by its step, so that a step that is done again is written to the same place.
 *
 * <p>Read by every trainer, written by one. Used by the trainer's thread.
 */
public final class ModelCheckpoints {
  private static final String NAME = "model";

  private final LiveJob job;
  private final CacheBlockStore store;
  private final GraphCatalog graphs;
  private final Optional<CheckpointManifest> last;

  /**
   * The checkpoints of a job.
   *
   * @param cache where blocks are
   * @param graphs where manifests are
   * @param last the checkpoint to go on from; empty to begin
   */
  public ModelCheckpoints(
      LiveJob job,
      IgniteCache<Long, byte[]> cache,
      GraphCatalog graphs,
      Optional<CheckpointManifest> last) {
    this.job = job;
    this.store = new CacheBlockStore(cache, List.of(NAME), job);
    this.graphs = graphs;
    this.last = last;
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
      IgniteCache<Long, byte[]> cache,
      int partitions,
      CheckpointManifest manifest,
      int parameters,
      OptimizerPlan optimizer,
      Cancellation cancellation) {
    return read(
        new CacheBlockStore(cache, List.of(NAME), cancellation),
        partitions,
        manifest,
        parameters,
        optimizer);
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

  /** Writes a state; it is the last one when this returns. */
  public void write(TrainingState state) {
    final long version = state.step() / job.settings().training().checkpointEvery();
    BlockOutput out = new BlockOutput(store, partitions(), NAME, version);
    TrainingStateFormat.write(state, out);
    out.close();
    job.check();
    graphs.putManifest(
        store.cache().getName(),
        ManifestFormat.encode(
            new CheckpointManifest(
                state.step(), version, job.graph().name(), job.graph().version(), List.of())));
  }

  private int partitions() {
    return job.graph().partitions();
  }
}
