// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;

/**
 * Takes the rows that leave the layers. Every master of every partition comes once a layer, in
 * batches that several threads bring in any order; layers come one after the other. A run that goes
 * on where another was ended leaves out what was done, but for layers whose output is stored
 * ({@link StorageSettings#outputs}).
 */
@FunctionalInterface
public interface LayerOutput {
  /** Takes nothing. */
  LayerOutput NONE = (layer, partition, masters, count, rows, stride) -> {};

  /**
   * Rows of some masters.
   *
   * @param layer number of the layer
   * @param partition number of the partition
   * @param masters local numbers; overwritten after the call
   * @param count how many count
   * @param rows row i from {@code i * stride} on; overwritten after the call
   * @param stride floats from one row to the next
   */
  void accept(int layer, int partition, int[] masters, int count, float[] rows, int stride);

  /**
   * Shows what some masters are transformed to for a layer; not where a layer keeps its input.
   *
   * @param layer number of the layer that reads it
   * @param masters local numbers; {@code batch.rows} count; overwritten after the call
   * @param batch holds {@link Slice#shared()} and {@link Slice#own()}; overwritten after the call
   */
  default void transformed(int layer, int partition, int[] masters, SliceBatch batch) {}

  /**
   * Shows what is aggregated of the neighbours of some masters, before it is used.
   *
   * @param layer number of the layer
   * @param masters local numbers; {@code batch.rows} count; overwritten after the call
   * @param batch holds {@link Slice#aggregations()}; overwritten after the call
   */
  default void aggregated(int layer, int partition, int[] masters, SliceBatch batch) {}
}
