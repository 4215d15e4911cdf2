// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.Edges;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;

/**
 * The graph attention networks. For each head {@code h'_v = sum_{u in N(v)} alpha_uv m_uv + b} with
 * {@code alpha_uv = softmax over u of s_uv}; heads are concatenated, in the last layer averaged
 * (Velickovic et al., ICLR 2018, equations 5 and 6). The kinds differ in message and score. Every
 * vertex is among its own neighbours.
 */
public final class AttentionLayer {
  private AttentionLayer() {}

  /**
   * GAT (Velickovic et al., equations 1 to 3): {@code m_uv = h_u W}, {@code s_uv = leakyRelu(a_s .
   * h_u W + a_d . h_v W)}. Parameters: {@code weight [in, heads * c]}, {@code attention_source},
   * {@code attention_destination [heads * c]}, {@code bias [out]}.
   */
  public static Destinations gat(Sources rows, LayerShape shape) {
    Sources messages = rows.linear("weight", shape.headColumns());
    Edges weights = attention(vertexScores(messages, shape), shape);
    return output(messages.weightedSum(weights), shape);
  }

  /**
   * GATv2 (Brody, Alon, Yahav, ICLR 2022, equation 7): {@code m_uv = h_u W_s}, {@code s_uv = a .
   * leakyRelu(h_u W_s + h_v W_d)}. Parameters: {@code weight_source}, {@code weight_destination
   * [in, heads * c]}, {@code attention [heads * c]}, {@code bias [out]}.
   */
  public static Destinations gatv2(Sources rows, LayerShape shape) {
    LayerOptions options = shape.options();
    Sources messages = rows.linear("weight_source", shape.headColumns());
    Destinations queries = rows.destinations().linear("weight_destination", shape.headColumns());
    Edges weights =
        messages
            .messages()
            .plus(queries.messages())
            .leakyRelu(options.attentionSlope())
            .dotInHeads("attention", shape.heads())
            .softmax()
            .dropout(options.attentionDropout());
    return output(messages.weightedSum(weights), shape);
  }

  /**
   * GAT-E: edge attributes take part in attention and message (GraphTheta, section 5; a simple form
   * of GIPA, Zheng et al., 2021): {@code m_uv = h_u W + e_uv W_e}, {@code s_uv = leakyRelu(a_s .
   * h_u W + a_d . h_v W + a_e . e_uv W_e)}. Parameters: those of GAT after {@code weight_edge
   * [edgeDim, heads * c]} and {@code attention_edge [heads * c]}.
   *
   * @throws IllegalArgumentException if the options have no features of edges
   */
  public static Destinations gatE(Sources rows, LayerShape shape) {
    LayerOptions options = shape.options();
    if (options.edgeDim() == 0) {
      throw new IllegalArgumentException("GAT_E needs features of edges, edgeDim is 0");
    }
    Edges edges = rows.edgeFeatures(options.edgeDim()).linear("weight_edge", shape.headColumns());
    Edges edgeScores = edges.dotInHeads("attention_edge", shape.heads());
    Sources messages = rows.linear("weight", shape.headColumns());
    Edges weights = attention(vertexScores(messages, shape).plus(edgeScores), shape);
    return output(messages.weightedSum(weights).plus(edges.weightedSum(weights)), shape);
  }

  private static Edges vertexScores(Sources messages, LayerShape shape) {
    return messages
        .dotInHeads("attention_source", shape.heads())
        .messages()
        .plus(
            messages.destinations().dotInHeads("attention_destination", shape.heads()).messages());
  }

  private static Edges attention(Edges scores, LayerShape shape) {
    LayerOptions options = shape.options();
    return scores.leakyRelu(options.attentionSlope()).softmax().dropout(options.attentionDropout());
  }

  private static Destinations output(Destinations sums, LayerShape shape) {
    return sums.meanOfHeads(shape.averagedHeads()).bias("bias");
  }
}
