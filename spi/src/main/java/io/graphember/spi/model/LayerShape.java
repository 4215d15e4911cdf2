// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/**
 * What a layer is told that is to be written.
 *
 * @param layer number of the layer, 0 first
 * @param hidden floats of a hidden row of the model
 * @param out floats of a row that leaves the layer
 * @param last true if it is the model's last
 * @param options options of the model
 */
public record LayerShape(int layer, int hidden, int out, boolean last, LayerOptions options) {
  /** Heads of an attention layer: they are concatenated, in the last layer averaged. */
  public int heads() {
    return last ? options.outputHeads() : options.heads();
  }

  /** Columns of all heads before they are averaged. */
  public int headColumns() {
    return Math.multiplyExact(out, averagedHeads());
  }

  /** Heads that are averaged, 1 where they are concatenated. */
  public int averagedHeads() {
    return last ? options.outputHeads() : 1;
  }
}
