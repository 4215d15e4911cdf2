// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

/**
 * Takes the rows that leave the layers. Every master of every partition comes once a layer, in
 * batches that several threads bring in any order; layers come one after the other. A run that goes
 * on where another was ended leaves out what was done, but for layers whose output is stored
 * ({@link StorageSettings#outputs}).
 */
@FunctionalInterface
public interface LayerOutput {
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
}
