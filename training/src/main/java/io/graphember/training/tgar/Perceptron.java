// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.tgar;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Tag;

/**
 * A multi-layer perceptron, {@code h'_v = h_v W + b}: what the features alone can do. It is
 * GraphSAGE of vertices without neighbours, and no model of a job.
 */
@Tag("perceptron")
public record Perceptron() implements Architecture {
  /** Writes the layer: {@code weight [in, out]}, {@code bias [out]}. */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    return rows.destinations().linear("weight", shape.out()).bias("bias");
  }
}
