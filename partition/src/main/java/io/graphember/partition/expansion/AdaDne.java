// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.PartitionerOptions;
import io.graphember.partition.cut.VertexCut;
import io.graphember.partition.refinement.Refinement;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.Map;

/**
 * AdaDNE (Adaptive Distributed Neighbor Expansion; GLISP, section III-B): a vertex cut with few
 * replicas whose partitions have one size in vertices and in edges.
 *
 * <p>Departures, all absent from variant {@code paper}: partitions are filled one after the other
 * ({@link FillingInTurn}), or grow at once with bounded factors ({@link AdaptiveFactor}); hubs are
 * not expanded, the last edges are placed in batches ({@link Leftovers}), and the cut is refined
 * ({@link Refinement}), which is what balances it.
 *
 * <p>Up to {@value GroupedCut#MOST_PARTITIONS} partitions. Time linear in the edges; 21 bytes an
 * edge and {@code max(81, 38 + 4 P)} a vertex, with more than {@value VertexCut#MOST_PARTITIONS}
 * partitions see {@link GroupedCut}.
 */
public final class AdaDne extends ExpansionPartitioner {
  private static final double LEAST_FACTOR = 1e-9;

  /** For the service loader. */
  public AdaDne() {}

  /** Which algorithm. */
  enum Variant {
    /** Partitions filled one after the other, hubs left alone, refined. */
    IN_TURN,
    /** All partitions at once with bounded factors, hubs left alone, refined. */
    AT_ONCE,
    /** As GLISP prints it. */
    PAPER
  }

  /**
   * Options of {@code adadne}.
   *
   * @param variant the algorithm
   * @param alpha weight of the vertex score in equation (7)
   * @param beta weight of the edge score in equation (7)
   * @param expansionFactor lambda_0, and the upper bound
   * @param leastFactor lower bound of the expansion factor
   * @param hubDegree multiple of the mean degree above which a vertex is not expanded
   * @param tail share of edges that is placed in batches
   * @param refinementPasses passes of refinement
   */
  record Options(
      @Setting(value = "in-turn, at-once, or paper: as GLISP prints it.", byDefault = "in-turn")
          @NotNull
          Variant variant,
      @Setting(
              value = "Weight of a partition's vertices in its speed; not in turn.",
              byDefault = "1")
          @DecimalMin("0")
          @DecimalMax("100")
          double alpha,
      @Setting(value = "Weight of a partition's edges in its speed; not in turn.", byDefault = "1")
          @DecimalMin("0")
          @DecimalMax("100")
          double beta,
      @Setting(
              value = "Share of its boundary that a partition expands in a round, at first.",
              byDefault = "0.1")
          @DecimalMin("0.000001")
          @DecimalMax("1")
          double expansionFactor,
      @Setting(value = "That share never falls below this; variant at-once.", byDefault = "0.001")
          @DecimalMin("0")
          @DecimalMax("1")
          double leastFactor,
      @Setting(
              value =
                  "Vertices of more than this times the mean degree are not expanded; not paper.",
              byDefault = "30")
          @DecimalMin("1")
          double hubDegree,
      @Setting(
              value = "Share of the edges that is placed at the end, in batches; not paper.",
              byDefault = "0.02")
          @DecimalMin("0")
          @DecimalMax("1")
          double tail,
      @Setting(
              value = "Passes of refinement, more while unbalanced; 0 for none; not paper.",
              byDefault = "5")
          @Min(0)
          @Max(100)
          int refinementPasses) {

    private ExpansionPlan plan() {
      return switch (variant) {
        case IN_TURN ->
            refined((p, edges) -> new FillingInTurn(p, edges, expansionFactor), this::bounded);
        case AT_ONCE -> refined(this::bounded, this::bounded);
        case PAPER -> new ExpansionPlan(this::literal, this::literal, Double.MAX_VALUE, 0, 0);
      };
    }

    private ExpansionControl bounded(int partitions, long edges) {
      return new AdaptiveFactor(
          partitions, expansionFactor, alpha, beta, leastFactor, expansionFactor);
    }

    /** A factor above 1 has no meaning, and one of 0 would never grow again. */
    private ExpansionControl literal(int partitions, long edges) {
      return new AdaptiveFactor(partitions, expansionFactor, alpha, beta, LEAST_FACTOR, 1);
    }

    private ExpansionPlan refined(ExpansionPlan.Control control, ExpansionPlan.Control groups) {
      return new ExpansionPlan(control, groups, hubDegree, tail, refinementPasses);
    }
  }

  @Override
  public String name() {
    return "adadne";
  }

  @Override
  public String description() {
    return "neighbour expansion with few replicas and partitions of one size";
  }

  @Override
  ExpansionPlan plan(Map<String, String> options) {
    return PartitionerOptions.bind(name(), options, Options.class).plan();
  }
}
