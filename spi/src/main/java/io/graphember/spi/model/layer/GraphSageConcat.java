// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model.layer;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * GraphSAGE with a concatenation for Sum (GraphTheta, section 3.1): as {@link GraphSage}, where
 * {@code a_v = [h_1 | h_2 | ...]} are the rows of the first {@link #neighbors} neighbours of v in
 * the order of their ids, with zeros where v has fewer.
 *
 * @param neighbors most neighbours of a vertex that are looked at; each has a matrix of its own
 */
@Tag("graphsage-concat")
public record GraphSageConcat(
    @Setting(value = GraphSageConcat.NEIGHBORS, byDefault = "16") @Min(1) @Max(GraphSageConcat.MOST)
        int neighbors)
    implements Architecture {
  static final String NEIGHBORS =
      "Most neighbours of a vertex that are looked at, those with the lowest ids.";
  static final int MOST = 128;

  /** With the settings that are the default. */
  public GraphSageConcat() {
    this(16);
  }

  /**
   * Writes the layer: {@code weight_self [in, out]}, {@code weight_neighbor [neighbors * in, out]},
   * {@code bias [out]}.
   */
  @Override
  public Destinations layer(Sources rows, LayerShape shape) {
    return GraphSage.combine(rows, together(rows, 0, neighbors), shape);
  }

  /** Halves, so that no row is copied more often than there are levels. */
  private static Destinations together(Sources rows, int from, int to) {
    if (to - from == 1) {
      return rows.neighbor(from);
    }
    final int middle = (from + to) / 2;
    return together(rows, from, middle).concat(together(rows, middle, to));
  }
}
