// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.walk;

import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import java.util.Arrays;

/**
 * How a random walk goes on.
 *
 * @param length steps of a walk
 * @param direction which edges it follows
 * @param byWeight true to choose an edge by its weight, false to choose all alike
 * @param restart probability that a step leads back to the start, 0 or more and less than 1
 * @param returning p of node2vec: the larger, the less often a walk goes straight back
 * @param away q of node2vec: the larger, the less often it leaves the neighbourhood of the vertex
 *     before
 * @param edgeTypes types of the edges of step 1, 2, ..., over and over: a meta-path; empty for any
 */
public record WalkRule(
    int length,
    Direction direction,
    boolean byWeight,
    double restart,
    double returning,
    double away,
    int[] edgeTypes) {

  private static final double SMALLEST = 0.01; // a step is tried until it is accepted
  private static final double LARGEST = 100;

  /** A rule whose numbers are in range and go together. */
  public WalkRule {
    if (length < 1) {
      throw EdgeRule.wrong("A walk has at least 1 step, not %d.".formatted(length));
    }
    if (!(restart >= 0 && restart < 1)) {
      throw EdgeRule.wrong(
          "The probability of a restart is 0 or more and less than 1, not %s.".formatted(restart));
    }
    if (!(inRange(returning) && inRange(away))) {
      throw EdgeRule.wrong(
          "p and q of node2vec are from %s to %s, not %s and %s."
              .formatted(SMALLEST, LARGEST, returning, away));
    }
    for (int type : edgeTypes) {
      if (type < 0) {
        throw EdgeRule.wrong("An edge type is numbered from 0, not %d.".formatted(type));
      }
    }
    if ((returning != 1 || away != 1) && (byWeight || edgeTypes.length > 0)) {
      throw EdgeRule.wrong("A walk of node2vec follows edges of any type, all alike.");
    }
    edgeTypes = edgeTypes.clone();
  }

  /** A walk of so many steps along out-edges, all alike. */
  public static WalkRule uniform(int length) {
    return new WalkRule(length, Direction.OUT, false, 0, 1, 1, new int[0]);
  }

  /** The same in a direction. */
  public WalkRule along(Direction wanted) {
    return new WalkRule(length, wanted, byWeight, restart, returning, away, edgeTypes);
  }

  /** The same by weight. */
  public WalkRule weighted() {
    return new WalkRule(length, direction, true, restart, returning, away, edgeTypes);
  }

  /** The same with restarts. */
  public WalkRule restarting(double probability) {
    return new WalkRule(length, direction, byWeight, probability, returning, away, edgeTypes);
  }

  /** A walk of node2vec (Grover and Leskovec, KDD 2016, section 3.2). */
  public WalkRule node2vec(double p, double q) {
    return new WalkRule(length, direction, byWeight, restart, p, q, edgeTypes);
  }

  /** A walk along a meta-path. */
  public WalkRule alongTypes(int... types) {
    return new WalkRule(length, direction, byWeight, restart, returning, away, types);
  }

  private static boolean inRange(double bias) {
    return bias >= SMALLEST && bias <= LARGEST;
  }

  boolean secondOrder() {
    return returning != 1 || away != 1;
  }

  /** The edges of a step, one of them to be taken; for walks by weight or type. */
  EdgeRule step(int step) {
    return new EdgeRule(
        direction,
        edgeTypes.length == 0 ? EdgeRule.ANY_TYPE : edgeTypes[step % edgeTypes.length],
        1,
        byWeight ? EdgeRule.Order.WEIGHT_BY_TABLES : EdgeRule.Order.UNIFORM,
        EdgeRule.ALWAYS);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WalkRule rule
        && length == rule.length
        && direction == rule.direction
        && byWeight == rule.byWeight
        && restart == rule.restart
        && returning == rule.returning
        && away == rule.away
        && Arrays.equals(edgeTypes, rule.edgeTypes);
  }

  @Override
  public int hashCode() {
    return 31 * length + Arrays.hashCode(edgeTypes);
  }
}
