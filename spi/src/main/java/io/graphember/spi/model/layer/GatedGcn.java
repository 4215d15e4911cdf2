// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.Edges;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.LookingBack;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Tag;
import java.util.List;
import java.util.Optional;

/**
 * Gated graph convolutional network (Bresson and Laurent, "Residual gated graph convnets", 2017, in
 * the form of Dwivedi and others, "Benchmarking graph neural networks", JMLR 24, 2023; {@code
 * GatedGCNConv} of DGL). Edges have values that each layer updates, with {@code h} and {@code e} as
 * they enter layer l, on an edge from u to v:
 *
 * <ul>
 *   <li>{@code c_uv = h_u W_s + h_v W_d + e_uv W_e + b_e}, {@code e'_uv = e_uv + relu(c_uv)};
 *   <li>{@code h'_v = h_v W + (sum_u g_uv * h_u W_n) / (sum_u g_uv + 10^-6) + b} by element, with
 *       gates {@code g_uv = sigmoid(c_uv)}.
 * </ul>
 *
 * <p>Before layer 0 vertices have {@code h = x W_x + b_x}, edges {@code e = f W_f + b_f} of their
 * features f. Without features e is 0: a row that all edges have in common is in {@code b_e}
 * already. Residual connections of vertices and normalisation are settings of every model; those of
 * edges are always there, and their values are not normalised.
 *
 * <p>Layer k computes the values of its edges anew, from layer 0 on: of both ends' rows, with the
 * weights of the layers before. So its cost grows with k.
 */
@Tag("gated-gcn")
public record GatedGcn() implements LookingBack {
  private static final double EPSILON = 1e-6;

  /** {@code weight_input [in, hidden]}, {@code bias_input [hidden]}. */
  @Override
  public Sources enter(Sources input, LayerShape shape) {
    return input.linear("weight_input", shape.hidden()).bias("bias_input");
  }

  /**
   * Writes the layer: {@code weight_self}, {@code weight_neighbor [hidden, out]}, {@code bias
   * [out]}. Shared are {@code edges.weight [edgeDim, hidden]}, {@code edges.bias [hidden]} and of
   * each layer l up to this one {@code edges<l>.weight_source}, {@code edges<l>.weight_destination}
   * and {@code edges<l>.weight_value [hidden, out]}, {@code edges<l>.bias [out]}; edges without
   * features have no {@code edges.} and no {@code edges0.weight_value}.
   */
  @Override
  public Destinations layer(List<Sources> rows, LayerShape shape) {
    final Sources own = rows.get(shape.layer());
    Optional<Edges> values = features(own, shape);
    for (int l = 0; l < shape.layer(); l++) {
      Edges added = change(l, rows.get(l), values, shape.hidden()).relu();
      values = Optional.of(values.map(before -> before.plus(added)).orElse(added));
    }
    Edges gates = change(shape.layer(), own, values, shape.out()).sigmoid();
    Destinations root = gates.sum().inverseRoot(EPSILON);
    Edges messages = own.linear("weight_neighbor", shape.out()).messages();
    return own.destinations()
        .linear("weight_self", shape.out())
        .plus(messages.times(gates).sum().times(root).times(root))
        .bias("bias");
  }

  private static Optional<Edges> features(Sources rows, LayerShape shape) {
    final int edgeDim = shape.options().edgeDim();
    return edgeDim == 0
        ? Optional.empty()
        : Optional.of(
            rows.shared(
                "edges",
                () -> rows.edgeFeatures(edgeDim).linear("weight", shape.hidden()).bias("bias")));
  }

  /** What a layer adds to the values of edges, before its ReLU. */
  private static Edges change(int layer, Sources rows, Optional<Edges> values, int out) {
    return rows.shared(
        "edges" + layer,
        () -> {
          Edges ends =
              rows.linear("weight_source", out)
                  .messages()
                  .plus(rows.destinations().linear("weight_destination", out).messages());
          return values
              .map(before -> ends.plus(before.linear("weight_value", out)))
              .orElse(ends)
              .bias("bias");
        });
  }
}
