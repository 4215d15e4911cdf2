// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.InferencePeers;
import io.graphember.inference.lists.NeighborDraws;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs a trained model over all vertices of a graph whose partitions lie in this process, layer by
 * layer (GLISP, section III-D): what leaves a layer is kept and read by the next one, so nothing is
 * computed twice. The neighbourhood of a vertex is all of its in-edges, or a sample of them.
 *
 * <p>Each pass over the masters applies slice k and transforms for slice k + 1 while the rows are
 * in the cache, so that wide hidden rows are never kept where narrower ones do. Before a pass the
 * rows of mirrors are copied to each partition once. The same bits on any number of threads.
 *
 * <p>O(K (E dim + V dim^2)). Memory: what two adjacent slices keep of every master and mirror, and
 * a few MiB a worker.
 */
public final class LayerwiseInference {
  private final SlicedModel model;
  private final List<InferencePartition> partitions;
  private final Workers workers;
  private final Cancellation cancellation;
  private final NeighborDraws draws;
  private final Optional<StorageSettings> storage;

  /** Hears how far it is; called by several threads. */
  @FunctionalInterface
  public interface Progress {
    /** So many more masters are through a layer. */
    void advanced(int layer, int masters);
  }

  /**
   * An engine for one model and graph.
   *
   * @param parameters flat, see {@link ModelSpec#layout()}
   * @param partitions all partitions of the graph, in order; their input rows are of the model's
   *     input width
   * @param runners what computes the dense parts
   * @param workers threads to compute with
   * @param draws how many in-neighbours are looked at
   * @param storage where rows are between layers; empty for memory
   */
  public LayerwiseInference(
      ModelSpec spec,
      float[] parameters,
      List<InferencePartition> partitions,
      RunnerFactory runners,
      Workers workers,
      Cancellation cancellation,
      NeighborDraws draws,
      Optional<StorageSettings> storage) {
    this(runners.model(spec, parameters), partitions, workers, cancellation, draws, storage);
  }

  /** The same with a model that is cut already. */
  public LayerwiseInference(
      SlicedModel model,
      List<InferencePartition> partitions,
      Workers workers,
      Cancellation cancellation,
      NeighborDraws draws,
      Optional<StorageSettings> storage) {
    this.model = model;
    this.partitions = List.copyOf(partitions);
    this.workers = workers;
    this.cancellation = cancellation;
    this.draws = draws;
    this.storage = storage;
  }

  private InferenceShare share() {
    return new InferenceShare(
        model,
        partitions,
        partitions.size(),
        InferencePeers.NONE,
        workers,
        cancellation,
        draws,
        storage);
  }

  /** Bytes of heap that a run takes at most, beside a few MiB a worker. */
  public long estimateBytes() {
    try (InferenceShare share = share()) {
      return share.estimateBytes();
    }
  }

  /**
   * Computes all layers.
   *
   * @param budget what {@link #estimateBytes} is taken from before anything is allocated
   * @param output takes the rows of every layer
   * @return where the time went, a layer each
   * @throws io.graphember.spi.error.GraphemberException if it does not fit the budget, or cancelled
   */
  public List<LayerTimes> run(MemoryBudget budget, LayerOutput output, Progress progress) {
    try (InferenceShare share = share()) {
      share.open(budget);
      share.begin(output);
      List<LayerTimes> times = new ArrayList<>();
      for (int k = 0; k < model.slices().size(); k++) {
        share.fill(k);
        share.sum(k);
        times.add(share.pass(k, output, progress));
      }
      return times;
    }
  }
}
