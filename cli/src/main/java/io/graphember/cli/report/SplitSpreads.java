// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.graphember.cli.report.text.Figures;
import io.graphember.client.api.GraphInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How evenly the vertices of one type lie over partitions, by the split that came with the graph.
 *
 * @param train those to train on
 * @param valid those that choose the best epoch
 * @param test those that measure the result
 */
@JsonPropertyOrder({"train", "valid", "test"})
public record SplitSpreads(SplitSpread train, SplitSpread valid, SplitSpread test) {
  /**
   * The spreads of a vertex type; empty if no vertex of it is in a split, or nobody has counted.
   */
  static Optional<SplitSpreads> of(GraphInfo.Vertices type) {
    final GraphInfo.SplitSizes sizes = type.splits();
    if (sizes.train().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
            new SplitSpreads(
                SplitSpread.of(sizes.train()),
                SplitSpread.of(sizes.valid()),
                SplitSpread.of(sizes.test())))
        .filter(
            spreads ->
                spreads.train.vertices() + spreads.valid.vertices() + spreads.test.vertices() > 0);
  }

  /**
   * A line for each vertex type of a graph that is in splits, with its name if there are several.
   */
  static List<String> lines(GraphInfo graph) {
    List<String> lines = new ArrayList<>();
    for (GraphInfo.Vertices type : graph.vertexTypes()) {
      final String name = graph.vertexTypes().size() == 1 ? "" : type.name() + ": ";
      of(type).ifPresent(spreads -> lines.add(name + spreads.text()));
    }
    return lines;
  }

  /** Such as {@code train 140 (16 to 19 a partition), test 1,000 (124 to 126)}. */
  private String text() {
    StringBuilder text = new StringBuilder();
    append(text, "train", train);
    append(text, "validation", valid);
    append(text, "test", test);
    return text.toString();
  }

  private static void append(StringBuilder text, String name, SplitSpread spread) {
    if (spread.vertices() > 0) {
      final String form = text.isEmpty() ? "%s %s (%s a partition)" : ", %s %s (%s)";
      text.append(form.formatted(name, Figures.count(spread.vertices()), spread.range()));
    }
  }
}
