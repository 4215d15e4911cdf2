// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.edge;

import io.graphember.sampling.op.EdgeRule;

/**
 * How negative edges are made of positive ones: one end stays, another vertex is drawn for the
 * other. Which end that is, the {@link NegativeSampler} says.
 *
 * @param perPositive negatives of each positive edge
 * @param choice where vertices come from
 * @param vertexType type of these vertices where edges are not told apart by types, -1 for any; of
 *     {@link Choice#IN_BATCH}, -1
 * @param strict true if a negative is never an edge of the graph, nor a self loop
 */
public record NegativeRule(int perPositive, Choice choice, int vertexType, boolean strict) {
  /** Where the other ends of negatives come from. */
  public enum Choice {
    /** All vertices alike. */
    UNIFORM,
    /** By degree to the power of 0.75. */
    DEGREE,
    /** The same ends of the other positive edges of the batch, all alike. */
    IN_BATCH
  }

  /** A rule whose numbers are in range. */
  public NegativeRule {
    if (perPositive < 1) {
      throw EdgeRule.wrong(
          "A positive edge has at least 1 negative, not %d.".formatted(perPositive));
    }
    if (vertexType < -1 || vertexType >= 0 && choice == Choice.IN_BATCH) {
      throw EdgeRule.wrong(
          "Negatives of %s cannot be of vertex type %d.".formatted(choice, vertexType));
    }
  }

  /** So many strict negatives of each positive edge, of any type. */
  public static NegativeRule of(Choice choice, int perPositive) {
    return new NegativeRule(perPositive, choice, -1, true);
  }
}
