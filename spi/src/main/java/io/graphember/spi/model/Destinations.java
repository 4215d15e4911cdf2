// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/**
 * Rows of the destinations of a block while a program is written: what a layer ends with, after
 * apply. In a decoder rows of the seeds, which it starts from.
 */
public final class Destinations extends Rows<Destinations> {
  Destinations(ProgramBuilder builder, int value) {
    super(builder, Space.DESTINATIONS, value);
  }

  /**
   * The seeds' rows that enter a decoder; the first value of its program.
   *
   * @param columns columns of a row
   */
  public static Destinations ofDecoder(int columns) {
    ProgramBuilder builder = new ProgramBuilder(0, 1);
    return new Destinations(builder, builder.add(Operator.INPUT, Space.DESTINATIONS, columns));
  }

  @Override
  Destinations of(int otherValue) {
    return new Destinations(builder, otherValue);
  }

  /** To each edge the row of its destination, {@link Operator#DESTINATION_OF_EDGE}. */
  public Edges messages() {
    return new Edges(
        builder, builder.add(Operator.DESTINATION_OF_EDGE, Space.EDGES, columns(), value));
  }

  /**
   * To each neighbourhood the row of its destination, {@link Operator#DESTINATION_OF_NEIGHBORHOOD}.
   */
  public Neighborhoods neighborhoods() {
    return new Neighborhoods(
        builder,
        builder.add(Operator.DESTINATION_OF_NEIGHBORHOOD, Space.NEIGHBORHOODS, columns(), value));
  }

  /** To each pair the row of its head, {@link Operator#HEAD_OF_PAIR}. */
  public Pairs heads() {
    return new Pairs(builder, builder.add(Operator.HEAD_OF_PAIR, Space.PAIRS, columns(), value));
  }

  /** To each pair the row of its tail, {@link Operator#TAIL_OF_PAIR}. */
  public Pairs tails() {
    return new Pairs(builder, builder.add(Operator.TAIL_OF_PAIR, Space.PAIRS, columns(), value));
  }
}
