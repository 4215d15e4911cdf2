// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;

/**
 * What no built-in model does: a layer goes on after a dropout within it, so that it begins with
 * another product in training than in evaluation. {@code h'_v = relu(dropout(mean_{u in N(v)} h_u W
 * + h_v V) + b)}.
 */
final class DropoutInside implements Architecture {
  private static final float RATE = 0.4f;

  @Override
  public String name() {
    return "DROPOUT_INSIDE";
  }

  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    return rows.neighborMean()
        .linear("weight_neighbor", shape.out())
        .plus(rows.destinations().linear("weight_self", shape.out()))
        .dropout(RATE)
        .bias("bias");
  }
}
