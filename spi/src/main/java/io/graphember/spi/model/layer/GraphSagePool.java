// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Tag;

/**
 * GraphSAGE with the pooling aggregator (Hamilton, Ying, Leskovec, NIPS 2017, equation 3): as
 * {@link GraphSage} with {@code a_v = max_{u in N(v)} relu(h_u W_pool + b_pool)} by element.
 */
@Tag("graphsage-pool")
public record GraphSagePool() implements Architecture {
  /**
   * Writes the layer: {@code weight_pool [in, in]}, {@code bias_pool [in]}, then as with the mean.
   */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    Sources pooled = rows.linear("weight_pool", rows.columns()).bias("bias_pool").relu();
    return GraphSage.combine(rows, pooled.neighborMax(), shape);
  }
}
