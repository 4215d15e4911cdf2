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
 * Graph attention network (Velickovic et al., ICLR 2018, equations 1 to 3): {@link
 * AttentionSettings} with {@code m_uv = h_u W}, {@code s_uv = leakyRelu(a_s . h_u W + a_d . h_v
 * W)}.
 *
 * @param attention heads, slope and dropout
 */
@Tag("gat")
public record Gat(@Inlined AttentionSettings attention) implements Architecture {
  /** With the settings that are the default. */
  public Gat() {
    this(AttentionSettings.DEFAULT);
  }

  /** With other heads of layers but the last, and of the last. */
  public Gat(int heads, int outputHeads) {
    this(new AttentionSettings(heads, outputHeads));
  }

  @Override
  public void check(int hidden, boolean residual, CrossChecked.Complaints complaints) {
    AttentionSettings.check(attention.heads(), hidden, complaints);
  }

  /**
   * Writes the layer: {@code weight [in, heads * c]}, {@code attention_source}, {@code
   * attention_destination [heads * c]}, {@code bias [out]}.
   */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    Sources messages = rows.linear("weight", attention.headColumns(shape));
    Edges weights = attention.weights(attention.vertexScores(messages, shape));
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
