// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/**
 * A family of models: how a layer makes rows of the destinations from those of the sources. One
 * description serves every backend, its backward pass is that of its operations. Implementations
 * have no state and equal their like.
 *
 * <p>Around what {@link #layer} writes, every model has dropout of the rows that enter, and as its
 * {@link LayerOptions} ask for it a residual connection and a normalisation; every layer but the
 * last ends with {@link #activation}.
 */
public interface Architecture {
  /** Name in messages and in stored models; unique. */
  String name();

  /**
   * Writes a layer.
   *
   * @param rows rows that enter, after dropout
   * @param shape which layer of what model
   * @return rows of {@link LayerShape#out()} columns
   * @throws IllegalArgumentException if the options do not fit the shape
   */
  Destinations layer(Sources rows, LayerShape shape);

  /** What follows every layer but the last: ReLU. */
  default Destinations activation(Destinations rows) {
    return rows.relu();
  }

  /**
   * True if every destination is to be among its own neighbours: whoever makes the blocks adds an
   * edge of type 0 with features of 0. Only for layers that look at single edges; those that add up
   * the rows of neighbours add the destinations' own themselves.
   */
  default boolean selfLoops() {
    return false;
  }
}
