// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.example;

import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.Edges;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.LookingBack;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Tag;
import java.util.List;

/** The example of the page about models of one's own: edges have values that layers update. */
@Tag("edge-memory")
public record EdgeMemory() implements LookingBack {
  @Override
  public Sources enter(Sources input, LayerShape shape) {
    return input.linear("weight_input", shape.hidden()); // all layers are handed this on
  }

  @Override
  public Destinations layer(List<Sources> rows, LayerShape shape) {
    Sources own = rows.get(shape.layer());
    Edges value = own.edgeFeatures(shape.options().edgeDim());
    for (int l = 0; l <= shape.layer(); l++) {
      value = updated(value, rows.get(l), l, shape.hidden());
    }
    Edges messages = own.messages().concat(value);
    return own.destinations()
        .linear("weight_self", shape.out())
        .plus(messages.linear("weight_message", shape.out()).relu().sum())
        .bias("bias");
  }

  /** e' = tanh([e | h_u | h_v] W + b), with W and b of layer l. */
  private static Edges updated(Edges value, Sources rows, int l, int columns) {
    return rows.shared(
        "update" + l,
        () ->
            value
                .concat(rows.messages())
                .concat(rows.destinations().messages())
                .linear("weight", columns)
                .bias("bias")
                .tanh());
  }
}
