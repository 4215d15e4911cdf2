// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;

/**
 * Graph isomorphism network (Xu, Hu, Leskovec, Jegelka, ICLR 2019, equation 4.1): {@code h'_v =
 * MLP((1 + epsilon) h_v + sum_{u in N(v)} h_u)} with an epsilon that is learned, at first 0, or
 * stays 0, and one hidden layer of the model's hidden width.
 *
 * @param learnEpsilon whether epsilon is learned: the paper's GIN-epsilon, else its GIN-0
 */
@Tag("gin")
public record Gin(
    @Setting(
            value =
                "Learn by how much a vertex counts more than a neighbour; otherwise both count the"
                    + " same.",
            byDefault = "true")
        boolean learnEpsilon)
    implements Architecture {

  /** With an epsilon that is learned. */
  public Gin() {
    this(true);
  }

  /**
   * Writes the layer: {@code epsilon [1]} if it is learned, {@code weight_hidden [in, hidden]},
   * {@code bias_hidden [hidden]}, {@code weight_out [hidden, out]}, {@code bias_out [out]}.
   */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    Destinations own = rows.destinations();
    return (learnEpsilon ? own.plus(own.scaledByOne("epsilon", 0)) : own)
        .plus(rows.neighborSum())
        .linear("weight_hidden", shape.hidden())
        .bias("bias_hidden")
        .relu()
        .linear("weight_out", shape.out())
        .bias("bias_out");
  }
}
