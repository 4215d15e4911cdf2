// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/** Rows of the edges of a block while a layer is written: messages and their weights. */
public final class Edges extends Rows<Edges> {
  Edges(ProgramBuilder builder, int value) {
    super(builder, Space.EDGES, value);
  }

  @Override
  Edges of(int otherValue) {
    return new Edges(builder, otherValue);
  }

  /** Weights that add up to 1 at each destination, {@link Operator#EDGE_SOFTMAX}. */
  public Edges softmax() {
    return of(builder.add(Operator.EDGE_SOFTMAX, space, columns(), value));
  }

  /** The sum over the edges of each destination, {@link Operator#EDGE_SUM}. */
  public Destinations sum() {
    return new Destinations(
        builder, builder.add(Operator.EDGE_SUM, Space.DESTINATIONS, columns(), value));
  }

  /** The sum weighted by edge and head, {@link Operator#WEIGHTED_SUM}. */
  public Destinations weightedSum(Edges weights) {
    perHead(columns(), weights.columns());
    return new Destinations(
        builder,
        builder.add(Operator.WEIGHTED_SUM, Space.DESTINATIONS, columns(), value, number(weights)));
  }
}
