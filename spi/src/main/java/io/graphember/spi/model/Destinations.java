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
    ProgramBuilder builder = new ProgramBuilder(0);
    return new Destinations(builder, builder.add(Operator.INPUT, Space.DESTINATIONS, columns));
  }

  @Override
  Destinations of(int otherValue) {
    return new Destinations(builder, otherValue);
  }

  /**
   * Batch normalisation (Ioffe and Szegedy, ICML 2015, algorithms 1 and 2): each column less its
   * mean, divided by {@code sqrt(variance + 1e-5)}, then a gain and a bias of its own. In training
   * mean and variance are those of a {@link Operator#BATCH_MEAN}, over all destinations that this
   * layer has in the trainer's batch; in evaluation their running means, the variance's without
   * bias.
   *
   * @param weight begins the names of four rows: {@code _mean} and {@code _variance}, which are
   *     statistics, {@code _gain} and {@code _bias}
   */
  public Destinations batchNorm(String weight) {
    final int columns = columns();
    int mean =
        builder.statistic(
            Operator.BATCH_MEAN, value, Weight.statistic(weight + "_mean", columns, 0), 0);
    Destinations centred = withRow(Operator.ADD, Operator.SCALE, mean, -1);
    int variance =
        builder.statistic(
            Operator.BATCH_MEAN,
            centred.times(centred).value,
            Weight.statistic(weight + "_variance", columns, 1),
            1);
    return centred
        .withRow(Operator.MULTIPLY, Operator.INVERSE_ROOT, variance, Operator.NORM_EPSILON)
        .scaledBy(weight + "_gain", 1)
        .bias(weight + "_bias");
  }

  /** With a function of a single row. */
  private Destinations withRow(Operator operator, Operator function, int row, double constant) {
    int other = builder.constant(function, Space.ONE, columns(), row, constant);
    return of(builder.add(operator, space, columns(), value, other));
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
