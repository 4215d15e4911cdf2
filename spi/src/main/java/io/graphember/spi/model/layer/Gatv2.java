// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.Edges;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Tag;

/**
 * Graph attention network with dynamic attention (Brody, Alon, Yahav, ICLR 2022, equation 7):
 * {@link AttentionSettings} with {@code m_uv = h_u W_s}, {@code s_uv = a . leakyRelu(h_u W_s + h_v
 * W_d)}.
 *
 * @param attention heads, slope and dropout
 */
@Tag("gatv2")
public record Gatv2(@Inlined AttentionSettings attention) implements Architecture {
  /** With the settings that are the default. */
  public Gatv2() {
    this(AttentionSettings.DEFAULT);
  }

  /** With other heads of layers but the last, and of the last. */
  public Gatv2(int heads, int outputHeads) {
    this(new AttentionSettings(heads, outputHeads));
  }

  @Override
  public void check(int hidden, boolean residual, CrossChecked.Complaints complaints) {
    AttentionSettings.check(attention.heads(), hidden, complaints);
  }

  /**
   * Writes the layer: {@code weight_source}, {@code weight_destination [in, heads * c]}, {@code
   * attention [heads * c]}, {@code bias [out]}.
   */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    final int columns = attention.headColumns(shape);
    Sources messages = rows.linear("weight_source", columns);
    Destinations queries = rows.destinations().linear("weight_destination", columns);
    Edges weights =
        messages
            .messages()
            .plus(queries.messages())
            .leakyRelu(attention.attentionSlope())
            .dotInHeads("attention", attention.heads(shape))
            .softmax()
            .dropout(attention.attentionDropout());
    return attention.output(messages.weightedSum(weights), shape);
  }

  /** ELU. */
  @Override
  public Destinations activation(Destinations rows) {
    return rows.elu();
  }

  @Override
  public boolean selfLoops() {
    return true;
  }
}
