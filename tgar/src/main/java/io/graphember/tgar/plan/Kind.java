// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

/**
 * What a {@link Value} is computed by. Those with the name of an {@link
 * io.graphember.spi.model.Operator} are that operator; the others are what sums and softmax become
 * where the edges of a vertex lie in several partitions.
 */
public enum Kind {
  /** The rows that enter layer 0. */
  INPUT,
  EDGE_FEATURES,
  ROW,
  TYPE_ROW,
  LINEAR,
  TYPED_LINEAR,
  TYPED_LINEAR_TRANSPOSED,
  MIX_HEADS,
  SUM_IN_HEADS,
  MEAN_OF_HEADS,
  ADD,
  MULTIPLY,
  CONCAT,
  COLUMNS,
  SCALE,
  RELU,
  LEAKY_RELU,
  ELU,
  GELU,
  SIGMOID,
  TANH,
  ROW_SOFTMAX,
  LAYER_NORM,
  INVERSE_ROOT,
  DROPOUT,

  /** Each row times {@code 1 / sqrt(d + 1)} with its vertex's in-degree d (GCN, equation 2). */
  BY_NORM,
  /** Each row times {@code 1 / (d + 1)}. */
  BY_NORM_SQUARED,
  /** Each row divided by the number of its vertex's in-edges; 0 without any. */
  BY_DEGREE,
  /** Columns of each edge type divided by the number of its vertex's in-edges of that type. */
  BY_DEGREE_OF_TYPE,

  /** To each edge the row of its source. */
  AT_SOURCE,
  /** To each edge the row of its destination. */
  AT_DESTINATION,
  /** To each neighbourhood the row of its destination. */
  AT_NEIGHBORHOOD,
  NEIGHBORHOOD_OF_EDGE,
  /** Weighted sum over the edges of a neighbourhood, as far as this partition has them. */
  WEIGHTED_SUM_BY_TYPE,
  /** {@code exp(x - y)}; no gradient goes to y, which cancels out. */
  EXP_DIFFERENCE,
  /** {@code x / y}. */
  DIVIDE,

  /** Maximum of edges' rows, which no gradient goes to; 0 over no edges. */
  LARGEST,

  /** Sum of the sources' rows over the edges of a destination. */
  NEIGHBOR_SUM,
  /** The same for each edge type apart. */
  NEIGHBOR_SUM_BY_TYPE,
  /** Sum of edges' rows over the edges of a destination. */
  EDGE_SUM,
  /** Maximum of edges' rows; 0 over no edges. */
  EDGE_MAX,
  /** Sum of edges' rows weighted by edge and head. */
  WEIGHTED_SUM,
  SUM_OF_NEIGHBORHOODS,

  /** The mean of all rows, [1, c]. */
  BATCH_MEAN;

  /** True if partitions give partial results, which meet at the master of a vertex. */
  public boolean collected() {
    return switch (this) {
      case NEIGHBOR_SUM,
          NEIGHBOR_SUM_BY_TYPE,
          EDGE_SUM,
          EDGE_MAX,
          LARGEST,
          WEIGHTED_SUM,
          SUM_OF_NEIGHBORHOODS ->
          true;
      default -> false;
    };
  }

  /** True if it adds up whole rows along the lists of neighbours, without looking at edges. */
  public boolean alongLists() {
    return this == NEIGHBOR_SUM || this == NEIGHBOR_SUM_BY_TYPE;
  }

  /** True if it costs less than keeping its rows: no product, no sum over others. */
  boolean cheap() {
    return switch (this) {
      case ADD,
          MULTIPLY,
          CONCAT,
          COLUMNS,
          SCALE,
          RELU,
          LEAKY_RELU,
          ELU,
          SIGMOID,
          TANH,
          ROW_SOFTMAX,
          DROPOUT,
          BY_NORM,
          BY_NORM_SQUARED,
          BY_DEGREE,
          BY_DEGREE_OF_TYPE,
          TYPE_ROW,
          SUM_IN_HEADS,
          MEAN_OF_HEADS,
          INVERSE_ROOT ->
          true;
      default -> false;
    };
  }

  /** True if it changes rows one by one, so that each level that looks at them has its own. */
  boolean light() {
    return switch (this) {
      case SCALE, DROPOUT, BY_NORM, BY_NORM_SQUARED, BY_DEGREE, BY_DEGREE_OF_TYPE, TYPE_ROW -> true;
      default -> false;
    };
  }

  /** True if its derivative looks at its operands. */
  public boolean derivesFromOperands() {
    return switch (this) {
      case LINEAR,
          TYPED_LINEAR,
          TYPED_LINEAR_TRANSPOSED,
          MIX_HEADS,
          MULTIPLY,
          GELU,
          LAYER_NORM,
          WEIGHTED_SUM,
          WEIGHTED_SUM_BY_TYPE,
          EDGE_MAX,
          DIVIDE ->
          true;
      default -> false;
    };
  }

  /** True if its derivative looks at its result. */
  public boolean derivesFromResult() {
    return switch (this) {
      case RELU,
          LEAKY_RELU,
          ELU,
          SIGMOID,
          TANH,
          ROW_SOFTMAX,
          INVERSE_ROOT,
          EXP_DIFFERENCE,
          DIVIDE ->
          true;
      default -> false;
    };
  }
}
