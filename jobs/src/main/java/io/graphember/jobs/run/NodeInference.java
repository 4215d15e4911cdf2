// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.inference.layerwise.InferenceShare;
import io.graphember.inference.layerwise.LayerOutput;
import io.graphember.inference.layerwise.LayerTimes;
import io.graphember.jobs.live.LiveInference;
import io.graphember.memory.MemoryBudget;

/** A share of a layer-wise pass with what it reads and writes on this node. */
final class NodeInference implements LiveInference {
  private final InferenceShare share;
  private final LayerOutput output;
  private final InferenceProgress progress;
  private final InferenceFolders.Folder folder;
  private final VertexWriters writers;
  private final MemoryBudget.Reservation memory;

  /**
   * A share that has not begun.
   *
   * @param folder for rows between layers; deleted when the job is complete
   * @param memory of partitions that were read for it
   */
  NodeInference(
      InferenceShare share,
      LayerOutput output,
      InferenceProgress progress,
      InferenceFolders.Folder folder,
      VertexWriters writers,
      MemoryBudget.Reservation memory) {
    this.share = share;
    this.output = output;
    this.progress = progress;
    this.folder = folder;
    this.writers = writers;
    this.memory = memory;
  }

  @Override
  public InferenceShare share() {
    return share;
  }

  @Override
  public void open(MemoryBudget budget) {
    share.open(budget);
  }

  @Override
  public void begin() {
    share.begin();
  }

  @Override
  public void fill(int layer) {
    share.fill(layer);
  }

  @Override
  public void sum(int layer) {
    share.sum(layer);
  }

  @Override
  public LayerTimes pass(int layer) {
    LayerTimes times = share.pass(layer, output, progress);
    progress.send();
    return times;
  }

  @Override
  public void complete() {
    writers.complete();
    folder.delete();
  }

  @Override
  public void close() {
    try (memory;
        folder;
        writers;
        share) {
      // Closed in the reverse order, each whatever happens to the others.
    }
  }
}
