// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.sampling;

import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.EdgeRule.Order;
import io.graphember.spi.setting.CrossChecked.Complaints;
import io.graphember.spi.setting.Setting;
import io.graphember.training.job.task.GraphShape;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which neighbours a batch takes, beside how many: section {@code sampling} of a job file.
 *
 * @param direction which edges lead to neighbours
 * @param replace true to draw each neighbour from all
 * @param order which of a vertex's edges are taken
 * @param edgeTypes edge types with fanouts of their own; empty for all types alike
 * @param before only edges before this time, {@value #SEED} for that of the seed; null for all
 * @param window only edges at most so long before that time; null for any time before it
 * @param topology where neighbours are drawn
 */
public record SamplingSettings(
    @Setting(
            value =
                "Edges that lead to neighbours: in those that end at a vertex, out those that begin"
                    + " at it, or both.",
            byDefault = "in")
        @NotNull
        Direction direction,
    @Setting(
            value =
                "Draw each neighbour from all, so that one may come more than once; needs order:"
                    + " uniform, and neither edgeTypes nor before.",
            byDefault = "false")
        boolean replace,
    @Setting(
            value =
                "Which edges are taken: uniform each alike, weight in proportion to their weight"
                    + " among those left, weight-by-tables the same faster with more memory, recent"
                    + " the latest.",
            byDefault = "uniform")
        @NotNull
        Order order,
    @Setting(
            value =
                "Edge types that are followed, each with fanouts of its own in place of those of"
                    + " training; without it all types alike.",
            byDefault = "[]")
        @NotNull
        List<EdgeTypeSettings> edgeTypes,
    @Setting(
            value =
                "Only edges before this timestamp are met; seed for the time of each seed, of a"
                    + " vertex in its column time, of an edge its own; without it all edges.",
            optional = true)
        @Pattern(regexp = BEFORE_PATTERN, message = "a whole number (64 bits) or seed")
        @Nullable String before,
    @Setting(
            value = "Only edges at most so long before sampling.before, in the unit of timestamps.",
            optional = true)
        @Min(1)
        @Nullable Long window,
    @Setting(
            value =
                "Where neighbours are drawn: storage, at the nodes that have the partitions; trainer,"
                    + " at nodes with trainers, which keep a copy of the topology of all partitions.",
            byDefault = "storage")
        @NotNull
        TopologyPlace topology) {
  static final String SEED = "seed";
  private static final String BEFORE_PATTERN = SEED + "|-?[0-9]{1,19}";

  /** True if a vertex takes of all its edges, each alike. */
  public boolean plain() {
    return order == Order.UNIFORM && edgeTypes.isEmpty() && before == null;
  }

  /** True if a vertex that takes all neighbours takes those of all in-edges, each once. */
  public boolean ofAllInEdges() {
    return plain() && !replace && direction == Direction.IN;
  }

  /** True if edges need weights. */
  public boolean needsWeights() {
    return order == Order.WEIGHT || order == Order.WEIGHT_BY_TABLES;
  }

  /** True if edges need timestamps. */
  public boolean needsTimes() {
    return order == Order.RECENT || before != null;
  }

  /** True if each seed has a time of its own. */
  public boolean beforeSeeds() {
    return SEED.equals(before);
  }

  private TimeLimit limit() {
    if (before == null) {
      return TimeLimit.NONE;
    }
    return beforeSeeds() ? TimeLimit.SEED : new TimeLimit.Before(Long.parseLong(before));
  }

  /** Says what is wrong with a job of so many layers. */
  public void check(int layers, Complaints complaints) {
    if (before != null && !beforeSeeds() && new BigInteger(before).bitLength() >= Long.SIZE) {
      complaints.add("sampling.before", "must be a whole number (64 bits) or seed");
    }
    if (replace && !plain()) {
      complaints.add("sampling.replace", "needs order: uniform, and neither edgeTypes nor before");
    }
    if (window != null && before == null) {
      complaints.add("sampling.window", "needs sampling.before");
    }
    List<String> names = edgeTypes.stream().map(EdgeTypeSettings::name).toList();
    if (names.stream().distinct().count() < names.size()) {
      complaints.add("sampling.edgeTypes", "must name a type once");
    } else if (!edgeTypes.isEmpty()) {
      checkFanouts("fanouts", EdgeTypeSettings::fanouts, layers, complaints);
      checkFanouts("evaluationFanouts", EdgeTypeSettings::evaluationFanouts, layers, complaints);
    }
  }

  private void checkFanouts(
      String setting,
      Function<EdgeTypeSettings, List<String>> fanouts,
      int layers,
      Complaints complaints) {
    if (edgeTypes.stream().anyMatch(type -> !Fanouts.fit(fanouts.apply(type), layers))) {
      complaints.add("sampling.edgeTypes", setting + " " + Fanouts.rule(layers));
      return;
    }
    for (int layer = 0; layer < layers; layer++) {
      final int hop = layer;
      if (edgeTypes.stream().allMatch(type -> Fanouts.of(fanouts.apply(type), hop).equals("0"))) {
        complaints.add(
            "sampling.edgeTypes",
            "%s must take edges of some type at hop %d".formatted(setting, hop + 1));
      }
    }
  }

  /**
   * The rules of a job. Rules of one hop are in the order of the types that they name.
   *
   * @param apart true to follow each type by a rule of its own, for a model that looks at types
   * @param fanouts those of all types alike
   * @param typed fanouts of a type
   * @param graph has the edge types
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.sampling.SamplingError#EDGE_TYPE_UNKNOWN}
   */
  public HopRules rules(
      boolean apart,
      int[] fanouts,
      Function<EdgeTypeSettings, List<String>> typed,
      GraphShape graph) {
    List<List<EdgeRule>> hops = new ArrayList<>();
    for (int hop = 0; hop < fanouts.length; hop++) {
      final int fanout = fanouts[hop];
      if (!edgeTypes.isEmpty()) {
        hops.add(rules(hop, typed, graph));
      } else if (apart) {
        hops.add(
            IntStream.range(0, graph.edgeTypes().size())
                .mapToObj(t -> rule(fanout).ofType(t))
                .toList());
      } else {
        hops.add(List.of(rule(fanout)));
      }
    }
    return new HopRules(hops, replace, limit());
  }

  private List<EdgeRule> rules(
      int hop, Function<EdgeTypeSettings, List<String>> typed, GraphShape graph) {
    return IntStream.range(0, edgeTypes.size())
        .mapToObj(
            i -> {
              EdgeTypeSettings type = edgeTypes.get(i);
              final int number = graph.edgeType("sampling.edgeTypes", type.name());
              return rule(Fanouts.number(Fanouts.of(typed.apply(type), hop))).ofType(number);
            })
        .filter(rule -> rule.fanout() != 0)
        .sorted(Comparator.comparingInt(EdgeRule::edgeType))
        .toList();
  }

  private EdgeRule rule(int fanout) {
    return new EdgeRule(
        direction, EdgeRule.ANY_TYPE, fanout, order, window == null ? EdgeRule.ALWAYS : window);
  }
}
