// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Neighborhoods;
import io.graphember.spi.model.Sources;

/**
 * What no built-in model does with neighbourhoods: products that change their width, rows of types,
 * and no weights of edges. {@code h'_v = h_v W + sum over the types t of v's edges of relu(h_v W_t'
 * + b_t)}.
 */
final class TypeSums implements Architecture {
  @Override
  public String name() {
    return "TYPE_SUMS";
  }

  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    final int types = shape.options().edgeTypes();
    Destinations own = rows.destinations();
    Neighborhoods ofTypes =
        own.neighborhoods().typedLinearTransposed("weight_type", types, 1, shape.out());
    return own.linear("weight", shape.out())
        .plus(ofTypes.plus(ofTypes.typeRow("bias_type", types, shape.out(), 0)).relu().sum());
  }
}
