// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.Edges;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * What the graph attention networks have in common. For each head {@code h'_v = sum_{u in N(v)}
 * alpha_uv m_uv + b} with {@code alpha_uv = softmax over u of s_uv}; heads are concatenated, in the
 * last layer averaged (Velickovic et al., ICLR 2018, equations 5 and 6). The models differ in
 * message and score. Every vertex is among its own neighbours.
 *
 * @param heads attention heads of a layer but the last, whose rows they share
 * @param outputHeads attention heads of the last layer, which are averaged
 * @param attentionSlope slope of the leaky ReLU of scores below 0
 * @param attentionDropout share of attention weights dropped in training
 */
public record AttentionSettings(
    @Setting(value = HEADS, byDefault = "8") @Min(1) @Max(1024) int heads,
    @Setting(value = "Attention heads of the last layer, which are averaged.", byDefault = "1")
        @Min(1)
        @Max(1024)
        int outputHeads,
    @Setting(value = "Slope of the leaky ReLU of attention below 0.", byDefault = "0.2")
        @DecimalMin("0")
        @DecimalMax(value = "1", inclusive = false)
        float attentionSlope,
    @Setting(value = DROPOUT, byDefault = "0")
        @DecimalMin("0")
        @DecimalMax(value = "1", inclusive = false)
        float attentionDropout) {

  /** The settings that are the default. */
  public static final AttentionSettings DEFAULT = new AttentionSettings(8, 1, 0.2f, 0);

  static final String HEADS = "Attention heads of a layer but the last, which share its width.";
  static final String DROPOUT = "Share of attention weights dropped in training.";

  /** Checks the ranges. */
  public AttentionSettings {
    if (heads < 1 || outputHeads < 1) {
      throw new IllegalArgumentException(
          "heads must be at least 1: heads=%d outputHeads=%d".formatted(heads, outputHeads));
    }
    if (!(attentionSlope >= 0 && attentionSlope < 1)
        || !(attentionDropout >= 0 && attentionDropout < 1)) {
      throw new IllegalArgumentException(
          "slope and dropout of attention must be in [0, 1): slope=%s dropout=%s"
              .formatted(attentionSlope, attentionDropout));
    }
  }

  /** The default with other heads. */
  AttentionSettings(int heads, int outputHeads) {
    this(heads, outputHeads, DEFAULT.attentionSlope, DEFAULT.attentionDropout);
  }

  static void check(int heads, int hidden, CrossChecked.Complaints complaints) {
    if (hidden % heads != 0) {
      complaints.add("hidden", "must be a multiple of model.heads, which is " + heads);
    }
  }

  /** Heads of a layer. */
  int heads(LayerShape shape) {
    return shape.last() ? outputHeads : heads;
  }

  /** Columns of all heads before they are averaged. */
  int headColumns(LayerShape shape) {
    return Math.multiplyExact(shape.out(), averagedHeads(shape));
  }

  /** Heads that are averaged, 1 where they are concatenated. */
  private int averagedHeads(LayerShape shape) {
    return shape.last() ? outputHeads : 1;
  }

  /** Scores of edges: of source and destination, after their products. */
  Edges vertexScores(Sources messages, LayerShape shape) {
    return messages
        .dotInHeads("attention_source", heads(shape))
        .messages()
        .plus(messages.destinations().dotInHeads("attention_destination", heads(shape)).messages());
  }

  /** Weights of edges, of scores. */
  Edges weights(Edges scores) {
    return scores.leakyRelu(attentionSlope).softmax().dropout(attentionDropout);
  }

  /** The rows that leave the layer, of those of all heads. */
  Destinations output(Destinations sums, LayerShape shape) {
    return sums.meanOfHeads(averagedHeads(shape)).bias("bias");
  }
}
