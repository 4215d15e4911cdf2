// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Tag;

/**
 * Graph convolutional network (Kipf and Welling, ICLR 2017, equation 2): {@code h'_v = sum_{u in
 * N(v) + v} h_u W / sqrt(d_u d_v) + b}, degrees of the whole graph with self loops. The
 * coefficients come with the block.
 */
@Tag("gcn")
public record Gcn() implements Architecture {
  /** Writes the layer: {@code weight [in, out]}, {@code bias [out]}. */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    return rows.weightedSum().linear("weight", shape.out()).bias("bias");
  }
}
