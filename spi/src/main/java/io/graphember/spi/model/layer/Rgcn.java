// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * Relational graph convolutional network (Schlichtkrull et al., ESWC 2018, equation 2): {@code h'_v
 * = h_v W_self + sum_r mean_{u in N_r(v)} h_u W_r + b} over the edge types r. With bases (equation
 * 3) {@code W_r = sum_b a_rb V_b}; then the means are mixed before they are multiplied, which is
 * the same.
 *
 * @param bases matrices that those of edge types are combined of; 0 for one of each type's own
 */
@Tag("rgcn")
public record Rgcn(
    @Setting(
            value =
                "Matrices that those of the edge types are combined of; 0 for one of each type's own.",
            byDefault = "0")
        @Min(0)
        @Max(1024)
        int bases)
    implements Architecture {

  /** Without bases. */
  public Rgcn() {
    this(0);
  }

  /**
   * Writes the layer: {@code coefficients [types, bases]} if there are bases, {@code weight_self
   * [in, out]}, {@code weight_relation [types or bases * in, out]}, {@code bias [out]}.
   */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    final int types = shape.options().edgeTypes();
    Destinations means = rows.meanByType(types);
    int matrices = types;
    if (bases > 0) {
      means = means.mixHeads("coefficients", types, bases);
      matrices = bases;
    }
    return rows.destinations()
        .linear("weight_self", shape.out())
        .plus(means.linear("weight_relation", matrices, shape.out()))
        .bias("bias");
  }
}
