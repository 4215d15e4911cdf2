// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.refinement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BalancePotentialTest {
  @Test
  void thePotentialChangesAsItsDefinitionSays() {
    BalancePotential potential =
        new BalancePotential(new long[] {120, 90, 90}, new long[] {500, 300, 400});
    requireChange(25, potential);
    potential.weigh(0);
    requireChange(0.5, potential);
    potential.weigh(0.5);
    requireChange(Math.sqrt(0.5 * 25), potential);
    potential.weigh(1);
    requireChange(25, potential);
    potential.stiffen();
    requireChange(50, potential);
  }

  private static void requireChange(double weight, BalancePotential potential) {
    double before = phi(weight, new long[] {120, 90, 90}, new long[] {500, 300, 400});
    double after = phi(weight, new long[] {117, 92, 90}, new long[] {495, 305, 400});
    assertThat(potential.change(0, 3, 1, 2, 5)).isCloseTo(after - before, within(1e-9));
  }

  /** The second partition has the fewest vertices, and of those that have, the fewest edges. */
  @Test
  void theLessBalanceCountsTheFewerPartitionsAreOverloaded() {
    BalancePotential potential =
        new BalancePotential(new long[] {120, 90, 90}, new long[] {500, 300, 304});
    assertThat(potential.smallest()).isEqualTo(1);
    assertThat(potential.overloaded(0)).isTrue();
    assertThat(potential.overloaded(1)).isFalse();
    assertThat(potential.overloaded(2)).isFalse();
    potential.weigh(0);
    assertThat(potential.overloaded(0)).isFalse();
  }

  /** Phi with the means of before, which a move is measured by. */
  private static double phi(double weight, long[] vertices, long[] edges) {
    double phi = 0;
    for (int p = 0; p < vertices.length; p++) {
      phi += vertices[p] + weight * Math.pow(vertices[p] - 100, 2) / (2 * 100);
      phi += weight * (100 / 400.0) * Math.pow(edges[p] - 400, 2) / (2 * 400);
    }
    return phi;
  }

  @Test
  void moreThanCanBeCountedIsRefused() {
    assertThat(ReplicaCounts.size(1_000_000, 64)).isEqualTo(64_000_000);
    assertThatThrownBy(() -> ReplicaCounts.size(40_000_000, 64))
        .hasMessage(
            "40000000 vertices of a node over 64 partitions are more than can be refined: use more"
                + " storage nodes or fewer partitions, or set partitioner option refinementPasses to"
                + " 0.");
  }
}
