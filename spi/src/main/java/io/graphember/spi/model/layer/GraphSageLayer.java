// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;

/**
 * GraphSAGE (Hamilton, Ying, Leskovec, NIPS 2017, algorithm 1): {@code h'_v = h_v W_self + a_v
 * W_neighbor + b} with the aggregate {@code a_v} of the neighbours. The product of the paper's
 * concatenation is a sum of two.
 */
public final class GraphSageLayer {
  private GraphSageLayer() {}

  /**
   * With the mean aggregator, {@code a_v = mean_{u in N(v)} h_u}: {@code weight_self [in, out]},
   * {@code weight_neighbor [in, out]}, {@code bias [out]}.
   */
  public static Destinations mean(Sources rows, LayerShape shape) {
    return combine(rows, rows.neighborMean(), shape);
  }

  /**
   * With the pooling aggregator (equation 3), {@code a_v = max_{u in N(v)} relu(h_u W_pool +
   * b_pool)} by element: {@code weight_pool [in, in]}, {@code bias_pool [in]}, then as with the
   * mean.
   */
  public static Destinations maxPool(Sources rows, LayerShape shape) {
    Sources pooled = rows.linear("weight_pool", rows.columns()).bias("bias_pool").relu();
    return combine(rows, pooled.neighborMax(), shape);
  }

  private static Destinations combine(Sources rows, Destinations aggregate, LayerShape shape) {
    return rows.destinations()
        .linear("weight_self", shape.out())
        .plus(aggregate.linear("weight_neighbor", shape.out()))
        .bias("bias");
  }
}
