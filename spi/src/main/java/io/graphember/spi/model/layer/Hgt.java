// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.Edges;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Neighborhoods;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * Heterogeneous graph transformer (Hu, Dong, Wang, Sun, WWW 2020), with {@code t(v)} the type of a
 * vertex and {@code r} that of an edge {@code u -> v}; for each head of width {@code c}:
 *
 * <ul>
 *   <li>attention (equation 3): {@code alpha_uv = softmax over u of (k_u A_r . q_v) p_r / sqrt(c)}
 *       with {@code k_u = h_u K_t(u)}, {@code q_v = h_v Q_t(v)} and a prior {@code p_r} of the edge
 *       type;
 *   <li>message (equation 4): {@code m_uv = h_u V_t(u) M_r};
 *   <li>sum and target-specific output (equation 5): {@code o_v = gelu(sum alpha_uv m_uv) U_t(v)}.
 * </ul>
 *
 * <p>Where the widths are the same, {@code h'_v = g o_v + (1 - g) h_v} with a learned gate {@code g
 * = sigmoid(skip_t(v))}, as in the authors' program; else {@code h'_v = o_v}. Inside, a layer has
 * the model's hidden width. Nothing follows a layer.
 *
 * <p>No matrix is multiplied for each edge: {@code k_u A_r . q_v} is {@code k_u . (q_v A_r')}, and
 * {@code sum alpha_uv h_u V M_r} over the edges of a type is {@code (sum alpha_uv h_u V) M_r}. So
 * both products are those of a vertex and an edge type, however many edges they have.
 *
 * @param heads attention heads, which share the hidden width
 * @param attentionDropout share of attention weights dropped in training
 */
@Tag("hgt")
public record Hgt(
    @Setting(value = AttentionSettings.HEADS, byDefault = "8") @Min(1) @Max(1024) int heads,
    @Setting(value = AttentionSettings.DROPOUT, byDefault = "0")
        @DecimalMin("0")
        @DecimalMax(value = "1", inclusive = false)
        float attentionDropout)
    implements Architecture {

  /** With the settings that are the default. */
  public Hgt() {
    this(8, 0);
  }

  @Override
  public void check(int hidden, boolean residual, CrossChecked.Complaints complaints) {
    AttentionSettings.check(heads, hidden, complaints);
    if (residual) {
      complaints.add("residual", "must be false with model.type: hgt, which has its own");
    }
  }

  /** Nothing: the activation comes before the output. */
  @Override
  public Destinations activation(Destinations rows) {
    return rows;
  }

  /**
   * Writes the layer: {@code key}, {@code query}, {@code value [vertexTypes * in, hidden]}, each
   * with {@code _bias [vertexTypes, hidden]}; {@code attention [edgeTypes * heads * c, c]}, {@code
   * prior [edgeTypes, heads]}, {@code message} as attention; {@code update [vertexTypes * hidden,
   * out]}, {@code update_bias [vertexTypes, out]}; {@code skip [vertexTypes, 1]} where the widths
   * are the same.
   */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    LayerOptions options = shape.options();
    final int hidden = shape.hidden();
    final int vertexTypes = options.vertexTypes();
    final int edgeTypes = options.edgeTypes();
    Destinations own = rows.destinations();
    Edges keys =
        rows.typedLinear("key", vertexTypes, 1, hidden)
            .plus(rows.typeRow("key_bias", vertexTypes, hidden, 0))
            .messages();
    Neighborhoods queries =
        own.typedLinear("query", vertexTypes, 1, hidden)
            .plus(own.typeRow("query_bias", vertexTypes, hidden, 0))
            .neighborhoods()
            .typedLinearTransposed("attention", edgeTypes, heads, hidden);
    Edges weights =
        keys.times(queries.times(queries.typeRow("prior", edgeTypes, heads, 1)).messages())
            .sumInHeads(heads)
            .scaled(1 / Math.sqrt((double) hidden / heads))
            .softmax()
            .dropout(attentionDropout);
    Destinations sums =
        rows.typedLinear("value", vertexTypes, 1, hidden)
            .plus(rows.typeRow("value_bias", vertexTypes, hidden, 0))
            .weightedSumByType(weights)
            .typedLinear("message", edgeTypes, heads, hidden)
            .sum();
    Destinations update =
        sums.gelu()
            .typedLinear("update", vertexTypes, 1, shape.out())
            .plus(sums.typeRow("update_bias", vertexTypes, shape.out(), 0));
    if (own.columns() != shape.out()) {
      return update;
    }
    Destinations gate = own.typeRow("skip", vertexTypes, 1, 1).sigmoid();
    return own.plus(update.plus(own.scaled(-1)).times(gate));
  }
}
