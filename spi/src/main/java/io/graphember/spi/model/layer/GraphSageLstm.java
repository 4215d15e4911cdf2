// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Lstm;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * GraphSAGE with the LSTM aggregator (Hamilton, Ying, Leskovec, NIPS 2017, section 3.3): as {@link
 * GraphSage}, where {@code a_v} is the state of an {@link Lstm} that has gone over the rows of the
 * first {@link #neighbors} neighbours of v. Their order is that of their ids, where the paper draws
 * one: results repeat, and a vertex is the same in training and in inference. The state is as wide
 * as a hidden row, and 0 without neighbours.
 *
 * @param neighbors most neighbours of a vertex that are looked at; costs a step of the LSTM each
 */
@Tag("graphsage-lstm")
public record GraphSageLstm(
    @Setting(value = GraphSageConcat.NEIGHBORS, byDefault = "16") @Min(1) @Max(GraphSageConcat.MOST)
        int neighbors)
    implements Architecture {

  /** With the settings that are the default. */
  public GraphSageLstm() {
    this(16);
  }

  /**
   * Writes the layer: {@code lstm_input [in, 4 hidden]}, {@code lstm_bias [4 hidden]}, with several
   * neighbours {@code lstm_state [hidden, 4 hidden]}; then as with the mean.
   */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    Lstm<Destinations> lstm = new Lstm<>("lstm", shape.hidden());
    Sources products = lstm.products(rows);
    Destinations state = lstm.next(products.neighbor(0), rows.hasNeighbor(0));
    for (int n = 1; n < neighbors; n++) {
      state = lstm.next(products.neighbor(n), rows.hasNeighbor(n));
    }
    return GraphSage.combine(rows, state, shape);
  }
}
