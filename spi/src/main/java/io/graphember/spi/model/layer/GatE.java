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
 * Graph attention network with edge attributes in attention and message (GraphTheta, section 5; a
 * simple form of GIPA, Zheng et al., 2021): {@link AttentionSettings} with {@code m_uv = h_u W +
 * e_uv W_e}, {@code s_uv = leakyRelu(a_s . h_u W + a_d . h_v W + a_e . e_uv W_e)}.
 *
 * @param attention heads, slope and dropout
 */
@Tag("gat-e")
public record GatE(@Inlined AttentionSettings attention) implements Architecture {
  /** With the settings that are the default. */
  public GatE() {
    this(AttentionSettings.DEFAULT);
  }

  /** With other heads of layers but the last, and of the last. */
  public GatE(int heads, int outputHeads) {
    this(new AttentionSettings(heads, outputHeads));
  }

  @Override
  public void check(int hidden, boolean residual, CrossChecked.Complaints complaints) {
    AttentionSettings.check(attention.heads(), hidden, complaints);
  }

  /**
   * Writes the layer: the parameters of {@link Gat} after {@code weight_edge [edgeDim, heads * c]}
   * and {@code attention_edge [heads * c]}.
   *
   * @throws IllegalArgumentException if edges have no features
   */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    final int edgeDim = shape.options().edgeDim();
    final int columns = attention.headColumns(shape);
    if (edgeDim == 0) {
      throw new IllegalArgumentException("its edges have no features, gat does without");
    }
    Edges edges = rows.edgeFeatures(edgeDim).linear("weight_edge", columns);
    Edges edgeScores = edges.dotInHeads("attention_edge", attention.heads(shape));
    Sources messages = rows.linear("weight", columns);
    Edges weights = attention.weights(attention.vertexScores(messages, shape).plus(edgeScores));
    return attention.output(messages.weightedSum(weights).plus(edges.weightedSum(weights)), shape);
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
