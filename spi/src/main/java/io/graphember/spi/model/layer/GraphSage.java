// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Tag;

/**
 * GraphSAGE with the mean aggregator (Hamilton, Ying, Leskovec, NIPS 2017, algorithm 1): {@code
 * h'_v = h_v W_self + a_v W_neighbor + b}, {@code a_v = mean_{u in N(v)} h_u}. The product of the
 * paper's concatenation is a sum of two.
 */
@Tag("graphsage")
public record GraphSage() implements Architecture {
  /**
   * Writes the layer: {@code weight_self [in, out]}, {@code weight_neighbor [in, out]}, {@code bias
   * [out]}.
   */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    return combine(rows, rows.neighborMean(), shape);
  }

  /** What all aggregators have: the vertex itself beside what its neighbours give. */
  static Destinations combine(Sources rows, Destinations aggregate, LayerShape shape) {
    return rows.destinations()
        .linear("weight_self", shape.out())
        .plus(aggregate.linear("weight_neighbor", shape.out()))
        .bias("bias");
  }
}
