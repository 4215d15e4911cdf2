// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/**
 * Rows of neighbourhoods while a layer is written: one for each destination and edge type of which
 * it has edges. What depends on the type of an edge and not on its source is computed here, once
 * for all edges of a neighbourhood.
 */
public final class Neighborhoods extends Rows<Neighborhoods> {
  Neighborhoods(ProgramBuilder builder, int value) {
    super(builder, Space.NEIGHBORHOODS, value);
  }

  @Override
  Neighborhoods of(int otherValue) {
    return new Neighborhoods(builder, otherValue);
  }

  /** To each edge the row of its neighbourhood, {@link Operator#NEIGHBORHOOD_OF_EDGE}. */
  public Edges messages() {
    return new Edges(
        builder, builder.add(Operator.NEIGHBORHOOD_OF_EDGE, Space.EDGES, columns(), value));
  }

  /** The sum of each destination's neighbourhoods, {@link Operator#SUM_OF_NEIGHBORHOODS}. */
  public Destinations sum() {
    return new Destinations(
        builder, builder.add(Operator.SUM_OF_NEIGHBORHOODS, Space.DESTINATIONS, columns(), value));
  }
}
