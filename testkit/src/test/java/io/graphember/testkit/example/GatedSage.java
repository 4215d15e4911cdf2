// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.example;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Tag;

/**
 * A model of one's own: a gate decides, column by column, how much of a vertex's row is replaced by
 * what its neighbours say. {@code m_v} is the mean over the neighbours of {@code elu(h_u W_message
 * + b)}, and {@code h'_v = g_v m_v + (1 - g_v) h_v W_self} with {@code g_v = sigmoid([h_v W_self,
 * m_v] W_gate + b)}.
 */
@Tag("gated-sage")
public record GatedSage() implements Architecture {
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    // Transform: a row for each vertex.
    Sources messages = rows.linear("weight_message", shape.out()).bias("bias_message").elu();
    Destinations own = rows.destinations().linear("weight_self", shape.out());
    // Sum: what the neighbours say.
    Destinations said = messages.neighborMean();
    // Apply: the gate, of both.
    Destinations gate =
        own.concat(said).linear("weight_gate", shape.out()).bias("bias_gate").sigmoid();
    return own.plus(said.plus(own.scaled(-1)).times(gate));
  }
}
