// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.List;

/**
 * Rows of the sources of a block while a layer is written: what a layer starts from. Transform:
 * products of {@link Rows}; gather: {@link #messages()}; sum: the methods that give destinations.
 */
public final class Sources extends Rows<Sources> {
  private Sources(ProgramBuilder builder, int value) {
    super(builder, Space.SOURCES, value);
  }

  /**
   * The rows that enter a layer; the first value of its program.
   *
   * @param layer number of the layer, 0 first: dropout of each has streams of its own
   * @param columns columns of a row
   */
  public static Sources ofLayer(int layer, int columns) {
    ProgramBuilder builder = new ProgramBuilder(layer);
    return new Sources(builder, builder.add(Operator.INPUT, Space.SOURCES, columns));
  }

  /**
   * Writes a layer once more: the same operations with the same weights and the same dropout.
   *
   * @param layer these rows take the place of its input; where that are rows of the destinations,
   *     the destinations' own
   */
  public Destinations apply(Program layer) {
    int[] numbers = new int[layer.operations().size()];
    for (int i = 0; i < numbers.length; i++) {
      Operation operation = layer.operation(i);
      if (operation.operator() == Operator.INPUT) {
        numbers[i] = operation.space() == Space.SOURCES ? value : destinations().value;
      } else {
        List<Integer> operands = operation.operands().stream().map(o -> numbers[o]).toList();
        numbers[i] = builder.copy(operation.on(operands), layer.weights());
      }
    }
    return new Destinations(builder, numbers[numbers.length - 1]);
  }

  @Override
  Sources of(int otherValue) {
    return new Sources(builder, otherValue);
  }

  /** The destinations' own rows, {@link Operator#DESTINATIONS}. */
  public Destinations destinations() {
    return summed(Operator.DESTINATIONS);
  }

  /** To each edge the row of its source, {@link Operator#SOURCE_OF_EDGE}. */
  public Edges messages() {
    return new Edges(builder, builder.add(Operator.SOURCE_OF_EDGE, Space.EDGES, columns(), value));
  }

  /** The features of the edges, {@link Operator#EDGE_FEATURES}. */
  public Edges edgeFeatures(int columns) {
    return new Edges(builder, builder.add(Operator.EDGE_FEATURES, Space.EDGES, columns));
  }

  /** {@link Operator#NEIGHBOR_MEAN}. */
  public Destinations neighborMean() {
    return summed(Operator.NEIGHBOR_MEAN);
  }

  /** {@link Operator#NEIGHBOR_SUM}. */
  public Destinations neighborSum() {
    return summed(Operator.NEIGHBOR_SUM);
  }

  /** {@link Operator#NEIGHBOR_MAX}. */
  public Destinations neighborMax() {
    return summed(Operator.NEIGHBOR_MAX);
  }

  /**
   * The row of each destination's neighbour of that number in order, 0 the first; zeros where it
   * has fewer. {@link Operator#NTH_NEIGHBOR}.
   */
  public Destinations neighbor(int number) {
    requireNumber(number);
    return new Destinations(
        builder,
        builder.constant(
            Operator.NTH_NEIGHBOR, Space.DESTINATIONS, columns(), List.of(value), number));
  }

  /** A column: 1 where a destination has that neighbour, else 0. {@link Operator#HAS_NEIGHBOR}. */
  public Destinations hasNeighbor(int number) {
    requireNumber(number);
    return new Destinations(
        builder, builder.constant(Operator.HAS_NEIGHBOR, Space.DESTINATIONS, 1, List.of(), number));
  }

  private static void requireNumber(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("neighbours are numbered from 0, not " + number);
    }
  }

  /**
   * The sum with the block's weights, that of the destination itself among them: {@link
   * Operator#NEIGHBOR_WEIGHTED_SUM} and {@link Operator#SELF_WEIGHTED}.
   */
  public Destinations weightedSum() {
    Destinations neighbors = summed(Operator.NEIGHBOR_WEIGHTED_SUM);
    int own =
        builder.add(Operator.SELF_WEIGHTED, Space.DESTINATIONS, columns(), destinations().value);
    return neighbors.plus(neighbors.of(own));
  }

  /** The sum weighted by edge and head, {@link Operator#WEIGHTED_SUM}. */
  public Destinations weightedSum(Edges weights) {
    return new Destinations(builder, weightedSum(Space.DESTINATIONS, weights));
  }

  /** The sum weighted by edge and head, for each edge type apart, {@link Operator#WEIGHTED_SUM}. */
  public Neighborhoods weightedSumByType(Edges weights) {
    return new Neighborhoods(builder, weightedSum(Space.NEIGHBORHOODS, weights));
  }

  private int weightedSum(Space of, Edges weights) {
    perHead(columns(), weights.columns());
    return builder.add(Operator.WEIGHTED_SUM, of, columns(), value, number(weights));
  }

  /** The mean for each edge type apart, {@link Operator#MEAN_BY_TYPE}. */
  public Destinations meanByType(int types) {
    int columns = Math.multiplyExact(types, columns());
    return new Destinations(
        builder, builder.add(Operator.MEAN_BY_TYPE, Space.DESTINATIONS, columns, value));
  }

  private Destinations summed(Operator operator) {
    return new Destinations(builder, builder.add(operator, Space.DESTINATIONS, columns(), value));
  }
}
