// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;

/**
 * What no built-in model does with its input: the destinations' own rows are not looked at. {@code
 * h'_v = mean_{u in N(v)} h_u W}.
 */
final class NeighborsAlone implements Architecture {
  @Override
  public String name() {
    return "NEIGHBORS_ALONE";
  }

  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    return rows.neighborMean().linear("weight", shape.out());
  }
}
