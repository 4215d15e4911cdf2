// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.PartitionerOptions;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Map;

/**
 * DistributedNE (Hanai et al., "Distributed edge partitioning for trillion-edge graphs", VLDB
 * 2019): neighbour expansion at one speed for all, up to a hard threshold of edges. Few replicas,
 * balanced edges, very uneven numbers of vertices; {@code adadne} is what to use instead.
 *
 * <p>Cost as {@link AdaDne}.
 */
public final class DistributedNe extends ExpansionPartitioner {
  /** For the service loader. */
  public DistributedNe() {}

  /**
   * Options of {@code dne}.
   *
   * @param tau imbalance factor: no partition expands beyond {@code tau E / P} edges
   * @param expansionFactor lambda
   * @param refinementPasses passes of refinement
   */
  record Options(
      @Setting(
              value = "Imbalance factor: a partition stops at this times its share of the edges.",
              byDefault = "1.1")
          @DecimalMin("1")
          @DecimalMax("64")
          double tau,
      @Setting(
              value = "Share of its boundary that a partition expands in a round.",
              byDefault = "0.1")
          @DecimalMin("0.000001")
          @DecimalMax("1")
          double expansionFactor,
      @Setting(value = "Passes of refinement, of which the paper has none.", byDefault = "0")
          @Min(0)
          @Max(100)
          int refinementPasses) {

    private ExpansionPlan plan() {
      final ExpansionPlan.Control control =
          (p, edges) -> new EdgeThreshold(p, edges, expansionFactor, tau);
      return new ExpansionPlan(control, control, Double.MAX_VALUE, 0, refinementPasses);
    }
  }

  @Override
  public String name() {
    return "dne";
  }

  @Override
  public String description() {
    return "neighbour expansion up to a hard threshold of edges (option tau)";
  }

  @Override
  ExpansionPlan plan(Map<String, String> options) {
    return PartitionerOptions.bind(name(), options, Options.class).plan();
  }
}
