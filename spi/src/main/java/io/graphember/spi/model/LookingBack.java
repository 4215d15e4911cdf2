// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.List;

/**
 * An architecture whose layers look back: at the rows that entered the layers before, of both ends
 * of an edge. So a layer can compute anew what an earlier one has made of an edge, which cannot be
 * handed on itself: an edge of a sampled block need not be in the block before (NN-G updates values
 * of edges; GraphTheta, section 3.1). Weights for that are {@linkplain Rows#shared shared}.
 *
 * <p>Vertices hand on their rows: those that enter layer k are as wide as those of all layers
 * before and its own. Everything else is as with any architecture.
 */
public interface LookingBack extends Architecture {
  /**
   * What the input becomes before any layer looks at it, layer 0 among them: at first itself. All
   * layers are handed it on, so a narrow product of wide features saves memory and work.
   *
   * @param input rows that enter, after dropout
   * @param shape of layer 0
   */
  default Sources enter(Sources input, LayerShape shape) {
    return input;
  }

  /**
   * Writes a layer.
   *
   * @param rows those that entered each layer, layer 0 first, the last are those of this layer.
   *     Each has passed dropout once, and is the same wherever it is looked at
   * @param shape which layer of what model
   * @return rows of {@link LayerShape#out()} columns
   * @throws IllegalArgumentException as {@link Architecture#layer}
   */
  Destinations layer(List<Sources> rows, LayerShape shape);

  /** The rows that entered the layers before. */
  @Override
  default int handedOn(int layer, int input, LayerShape first) {
    return Math.addExact(
        enter(Sources.ofLayer(0, input), first).columns(),
        Math.multiplyExact(layer - 1, first.hidden()));
  }

  /** Layer 0, before which there is none. */
  @Override
  default Destinations layer(Sources rows, LayerShape shape) {
    return layer(List.of(enter(rows, shape)), shape);
  }
}
