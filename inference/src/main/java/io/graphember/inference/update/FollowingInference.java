// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.inference.layerwise.LayerOutput;
import io.graphember.inference.layerwise.LayerTimes;
import io.graphember.inference.layerwise.LayerwiseInference;
import io.graphember.inference.layerwise.SlicedModel;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.NeighborDraws;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A trained model over all vertices of a graph whose partitions lie in this process, whose rows
 * follow the graph: one whole pass, then after each change what can be another, see {@link
 * UpdateShare}. The same bits on any number of threads.
 *
 * <p>A change costs O(V + E' dim + V' dim^2) with the E' edges that lead from vertices whose rows
 * have changed and the V' vertices that are computed anew; and the in-edges of those in layers that
 * do more than add up. Memory: what every layer keeps of every master. Used by one thread.
 */
public final class FollowingInference implements AutoCloseable {
  private final SlicedModel model;
  private final List<InferencePartition> partitions;
  private final Workers workers;
  private final Cancellation cancellation;
  private final UpdateShare share;

  /**
   * An engine for one model and graph.
   *
   * @param partitions all partitions of the graph, in order; their input rows are of the model's
   *     input width, and their rows are in the order of local numbers
   * @param workers threads to compute with
   */
  public FollowingInference(
      SlicedModel model,
      List<InferencePartition> partitions,
      Workers workers,
      Cancellation cancellation) {
    this.model = model;
    this.partitions = List.copyOf(partitions);
    this.workers = workers;
    this.cancellation = cancellation;
    share =
        new UpdateShare(
            model, partitions, partitions.size(), UpdatePeers.ALONE, workers, cancellation);
  }

  /**
   * Computes all layers and keeps what changes are computed from. Once, before all changes.
   *
   * @param budget gives the memory until this is closed
   * @param output takes the rows of every layer
   * @return where the time went, a layer each
   * @throws io.graphember.spi.error.GraphemberException if it does not fit the budget, or cancelled
   */
  public List<LayerTimes> begin(MemoryBudget budget, LayerOutput output) {
    share.open(budget);
    return new LayerwiseInference(
            model, partitions, workers, cancellation, NeighborDraws.NONE, Optional.empty())
        .run(budget, share.keeping(output), (layer, masters) -> {});
  }

  /**
   * Computes what can be another.
   *
   * @param now all partitions of the graph as it is now, in order; all that there were, and maybe
   *     some behind them
   * @param output takes the rows of every layer that were computed, see {@link UpdateShare#pass}
   * @return how much that was, a layer each
   * @throws io.graphember.spi.error.GraphemberException if it does not fit the budget, if the
   *     change does not fit the partitions, or cancelled; then this is of no more use
   */
  public List<Touched> update(
      List<InferencePartition> now, ChangedGraph change, LayerOutput output) {
    share.begin(now, now.size(), change);
    List<Touched> all = new ArrayList<>();
    for (int k = 0; k < model.slices().size(); k++) {
      share.spread(k);
      share.gather(k);
      all.add(share.pass(k, output));
    }
    share.end();
    return all;
  }

  @Override
  public void close() {
    share.close();
  }
}
