// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

/**
 * Takes the rows that leave the layers. Every master of every partition comes once a layer, in
 * batches that several threads bring in any order; layers come one after the other.
 */
@FunctionalInterface
public interface LayerOutput {
  /**
   * Rows of consecutive masters.
   *
   * @param layer number of the layer
   * @param partition number of the partition
   * @param first local number of the first master
   * @param count how many
   * @param rows row i from {@code i * stride} on; overwritten after the call
   * @param stride floats from one row to the next
   */
  void accept(int layer, int partition, int first, int count, float[] rows, int stride);

  /** True if rows of a layer must come though they were kept by a run before. */
  default boolean wants(int layer) {
    return true;
  }
}
