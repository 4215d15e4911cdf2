// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.Edges;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Neighborhoods;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * Relational graph convolutional network (Schlichtkrull et al., ESWC 2018, equation 2): {@code h'_v
 * = h_v W_self + sum_r mean_{u in N_r(v)} h_u W_r + b} over the edge types r. With bases (equation
 * 3) {@code W_r = sum_b a_rb V_b}; then the means are mixed before they are multiplied, which is
 * the same.
 *
 * @param bases matrices that those of edge types are combined of; 0 for one of each type's own
 */
@Tag("rgcn")
public record Rgcn(
    @Setting(
            value =
                "Matrices that those of the edge types are combined of; 0 for one of each type's own.",
            byDefault = "0")
        @Min(0)
        @Max(1024)
        int bases)
    implements Architecture {
  /** A row of all types takes types times in numbers for each vertex, though it has few of them. */
  private static final int MOST_IN_A_ROW = 16;

  /** Without bases. */
  public Rgcn() {
    this(0);
  }

  /**
   * Writes the layer: {@code coefficients [types, bases]} if there are bases, {@code weight_self
   * [in, out]}, {@code weight_relation [types or bases * in, out]}, {@code bias [out]}. The same
   * sums are written in one of two ways: of few edge types as one matrix for all types of a vertex,
   * of more as rows of those that it has.
   */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    final int types = shape.options().edgeTypes();
    return types > MOST_IN_A_ROW ? ofMany(rows, shape, types) : ofFew(rows, shape, types);
  }

  private Destinations ofFew(Sources rows, LayerShape shape, int types) {
    Destinations means = rows.meanByType(types);
    int matrices = types;
    if (bases > 0) {
      means = means.mixHeads("coefficients", types, bases);
      matrices = bases;
    }
    return rows.destinations()
        .linear("weight_self", shape.out())
        .plus(means.linear("weight_relation", matrices, shape.out()))
        .bias("bias");
  }

  private Destinations ofMany(Sources rows, LayerShape shape, int types) {
    final Sources half = rows.columns(0, 1).scaled(0).sigmoid(); // 1/2, whatever the row is
    final Edges halves = half.messages();
    final Neighborhoods root = half.weightedSumByType(halves).inverseRoot(0);
    final Neighborhoods fourth = root.times(root).scaled(0.25); // 1/n of n edges of a type
    if (bases > 0) {
      final Destinations mixed =
          mixed(rows, fourth.typeRow("coefficients", types, bases).times(fourth).messages());
      return rows.destinations()
          .linear("weight_self", shape.out())
          .plus(mixed.linear("weight_relation", bases, shape.out()))
          .bias("bias");
    }
    final Destinations self = rows.destinations().linear("weight_self", shape.out());
    return self.plus(
            rows.weightedSumByType(halves)
                .times(fourth.scaled(2))
                .typedLinear("weight_relation", types, 1, shape.out())
                .sum())
        .bias("bias");
  }

  /** The sum of the neighbours once for each column of weights, one beside the other. */
  private Destinations mixed(Sources rows, Edges weights) {
    Destinations all = rows.weightedSum(weights.columns(0, 1));
    for (int b = 1; b < bases; b++) {
      all = all.concat(rows.weightedSum(weights.columns(b, 1)));
    }
    return all;
  }
}
