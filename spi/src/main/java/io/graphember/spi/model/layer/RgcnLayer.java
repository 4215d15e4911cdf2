// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;

/**
 * Relational graph convolutional network (Schlichtkrull et al., ESWC 2018, equation 2): {@code h'_v
 * = h_v W_self + sum_r mean_{u in N_r(v)} h_u W_r + b} over the edge types r. With bases (equation
 * 3) {@code W_r = sum_b a_rb V_b}; then the means are mixed before they are multiplied, which is
 * the same.
 */
public final class RgcnLayer {
  private RgcnLayer() {}

  /**
   * Writes the layer: {@code coefficients [types, bases]} if there are bases, {@code weight_self
   * [in, out]}, {@code weight_relation [types or bases * in, out]}, {@code bias [out]}.
   */
  public static Destinations write(Sources rows, LayerShape shape) {
    LayerOptions options = shape.options();
    final int types = options.edgeTypes();
    Destinations means = rows.meanByType(types);
    int matrices = types;
    if (options.bases() > 0) {
      means = means.mixHeads("coefficients", types, options.bases());
      matrices = options.bases();
    }
    return rows.destinations()
        .linear("weight_self", shape.out())
        .plus(means.linear("weight_relation", matrices, shape.out()))
        .bias("bias");
  }
}
