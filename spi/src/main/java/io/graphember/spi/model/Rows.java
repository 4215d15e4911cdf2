// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.function.Supplier;

/**
 * A value while a program is written: rows of one space. Methods add an operation and return its
 * result; nothing is computed. What every space has is here: products, sums, activations.
 *
 * <p>Used by one thread.
 *
 * @param <R> rows of the same space
 */
public abstract sealed class Rows<R extends Rows<R>>
    permits Sources, Destinations, Neighborhoods, Edges, Pairs {
  final ProgramBuilder builder;
  final Space space;
  final int value;

  Rows(ProgramBuilder builder, Space space, int value) {
    this.builder = builder;
    this.space = space;
    this.value = value;
  }

  /** Another value of the same space. */
  abstract R of(int otherValue);

  /** Columns of a row. */
  public int columns() {
    return builder.columns(value);
  }

  /** The rows times a matrix, {@link Operator#LINEAR}; first values after Glorot and Bengio. */
  public R linear(String weight, int out) {
    return linear(weight, 1, out);
  }

  /**
   * The sum of the heads, each times a matrix of its own: one product with the stacked matrices,
   * {@link Operator#LINEAR}.
   */
  public R linear(String weight, int heads, int out) {
    Weight matrix = Weight.glorot(weight, heads, perHead(columns(), heads), out);
    return of(builder.weighted(Operator.LINEAR, space, out, matrix, value));
  }

  /**
   * The rows times the matrix of their type, head by head, {@link Operator#TYPED_LINEAR}.
   *
   * @param types number of types
   * @param heads heads of a row, each with matrices of its own
   * @param out columns of the result
   */
  public R typedLinear(String weight, int types, int heads, int out) {
    int in = perHead(columns(), heads);
    Weight matrices =
        Weight.glorot(weight, Math.multiplyExact(types, heads), in, perHead(out, heads));
    return of(builder.weighted(Operator.TYPED_LINEAR, space, out, matrices, value));
  }

  /**
   * The rows times the transposed matrix of their type, head by head, {@link
   * Operator#TYPED_LINEAR_TRANSPOSED}: what stands on the other side of a scalar product with
   * {@link #typedLinear}.
   *
   * @param types number of types
   * @param heads heads of a row, each with matrices of its own
   * @param out columns of the result
   */
  public R typedLinearTransposed(String weight, int types, int heads, int out) {
    int in = perHead(columns(), heads);
    Weight matrices =
        Weight.glorot(weight, Math.multiplyExact(types, heads), perHead(out, heads), in);
    return of(builder.weighted(Operator.TYPED_LINEAR_TRANSPOSED, space, out, matrices, value));
  }

  /**
   * A row of parameters for each type, {@link Operator#TYPE_ROW}: to each of these rows that of its
   * type.
   *
   * @param types number of types
   * @param columns columns of the result
   * @param initial first value of all of them
   */
  public R typeRow(String weight, int types, int columns, double initial) {
    Weight rows = new Weight(weight, types, columns, initial, 0);
    return of(builder.weighted(Operator.TYPE_ROW, space, columns, rows));
  }

  /** {@link #typeRow} with the rows of that name and shape, if there are some. */
  final R typeRowShared(String weight, int types, int columns, double initial) {
    Weight rows = new Weight(weight, types, columns, initial, 0);
    return of(builder.shared(Operator.TYPE_ROW, space, columns, rows));
  }

  /**
   * Writes a part of a layer with weights that are shared: other layers that write a part of that
   * name have the same ones, and so has this layer if it writes it again. They are stored once,
   * named {@code shared.}, the part, a dot and their name; their gradients add up. What else a part
   * has, such as masks of dropout, is each layer's own.
   *
   * @param part name, unique among the parts of the model that differ
   * @param written writes it, on values of this program
   * @throws IllegalArgumentException if a weight of it is a running mean
   */
  public final <T extends Rows<T>> T shared(String part, Supplier<T> written) {
    return builder.sharing(part, written);
  }

  /** {@link #linear(String, int)} with the matrix of that name and shape, if there is one. */
  final R linearShared(String weight, int out) {
    Weight matrix = Weight.glorot(weight, 1, columns(), out);
    return of(builder.shared(Operator.LINEAR, space, out, matrix, value));
  }

  /** {@link #bias(String)} with the row of that name and width, if there is one. */
  final R biasShared(String weight) {
    Weight row = new Weight(weight, 1, columns(), 0, 0);
    int added = builder.shared(Operator.ROW, Space.ONE, columns(), row);
    return of(builder.add(Operator.ADD, space, columns(), value, added));
  }

  /** Adds a row of parameters, at first zeros. */
  public R bias(String weight) {
    return withRow(Operator.ADD, new Weight(weight, 1, columns(), 0, 0));
  }

  /** Multiplies all rows by a row of parameters, by element; first values {@code initial}. */
  public R scaledBy(String weight, double initial) {
    return withRow(Operator.MULTIPLY, new Weight(weight, 1, columns(), initial, 0));
  }

  /** {@link #scaledBy} with the row of that name and width, if there is one. */
  final R scaledByShared(String weight, double initial) {
    Weight row = new Weight(weight, 1, columns(), initial, 0);
    int factor = builder.shared(Operator.ROW, Space.ONE, columns(), row);
    return of(builder.add(Operator.MULTIPLY, space, columns(), value, factor));
  }

  /** Multiplies everything by one parameter, at first {@code initial}. */
  public R scaledByOne(String weight, double initial) {
    return withRow(Operator.MULTIPLY, new Weight(weight, 1, 1, initial, 0));
  }

  /**
   * The product of each head with a vector of its own, a column a head; first values after Glorot
   * and Bengio.
   */
  public R dotInHeads(String weight, int heads) {
    int columns = perHead(columns(), heads);
    double bound = Math.sqrt(6.0 / (columns + 1.0));
    return withRow(Operator.MULTIPLY, new Weight(weight, 1, columns(), 0, bound)).sumInHeads(heads);
  }

  private R withRow(Operator operator, Weight weight) {
    int row = builder.weighted(Operator.ROW, Space.ONE, weight.columns(), weight);
    return of(builder.add(operator, space, columns(), value, row));
  }

  /** The sum, {@link Operator#ADD}; the other may have a column a head. */
  public R plus(R other) {
    return combined(Operator.ADD, other);
  }

  /** The product by element, {@link Operator#MULTIPLY}; the other may have a column a head. */
  public R times(R other) {
    return combined(Operator.MULTIPLY, other);
  }

  private R combined(Operator operator, R other) {
    int columns = columns();
    if (columns % other.columns() != 0) {
      throw new IllegalArgumentException(
          "rows of %d columns do not go with rows of %d".formatted(columns, other.columns()));
    }
    return of(builder.add(operator, space, columns, value, number(other)));
  }

  /** The columns of both, {@link Operator#CONCAT}. */
  public R concat(R other) {
    int columns = Math.addExact(columns(), other.columns());
    return of(builder.add(Operator.CONCAT, space, columns, value, number(other)));
  }

  /**
   * Some columns, {@link Operator#COLUMNS}; these rows if they are all.
   *
   * @param from number of the first
   * @param count how many
   */
  public R columns(int from, int count) {
    if (from < 0 || count < 1 || count > columns() - from) {
      throw new IllegalArgumentException(
          "rows of %d columns have no %d from %d on".formatted(columns(), count, from));
    }
    return of(
        count == columns() ? value : builder.constant(Operator.COLUMNS, space, count, value, from));
  }

  /** The larger of both by element: {@code x + max(y - x, 0)}. */
  public R max(R other) {
    return plus(other.plus(scaled(-1)).relu());
  }

  /** A column a head, {@link Operator#SUM_IN_HEADS}. */
  public R sumInHeads(int heads) {
    perHead(columns(), heads);
    return of(builder.add(Operator.SUM_IN_HEADS, space, heads, value));
  }

  /** The mean of the heads, {@link Operator#MEAN_OF_HEADS}; these rows if there is one head. */
  public R meanOfHeads(int heads) {
    int columns = perHead(columns(), heads);
    return of(heads == 1 ? value : builder.add(Operator.MEAN_OF_HEADS, space, columns, value));
  }

  /** Heads mixed to others, {@link Operator#MIX_HEADS}. */
  public R mixHeads(String weight, int heads, int others) {
    int columns = Math.multiplyExact(others, perHead(columns(), heads));
    Weight mix = Weight.glorot(weight, 1, heads, others);
    return of(builder.weighted(Operator.MIX_HEADS, space, columns, mix, value));
  }

  /** {@link Operator#SCALE}. */
  public R scaled(double factor) {
    return of(builder.constant(Operator.SCALE, space, columns(), value, factor));
  }

  /** {@link Operator#INVERSE_ROOT}: {@code 1 / sqrt(x + added)}. */
  public R inverseRoot(double added) {
    return of(builder.constant(Operator.INVERSE_ROOT, space, columns(), value, added));
  }

  /** {@link Operator#RELU}. */
  public R relu() {
    return unary(Operator.RELU);
  }

  /** {@link Operator#LEAKY_RELU}. */
  public R leakyRelu(double slope) {
    return of(builder.constant(Operator.LEAKY_RELU, space, columns(), value, slope));
  }

  /** {@link Operator#ELU}. */
  public R elu() {
    return unary(Operator.ELU);
  }

  /** {@link Operator#GELU}. */
  public R gelu() {
    return unary(Operator.GELU);
  }

  /** {@link Operator#SIGMOID}. */
  public R sigmoid() {
    return unary(Operator.SIGMOID);
  }

  /** {@link Operator#TANH}. */
  public R tanh() {
    return unary(Operator.TANH);
  }

  /** {@link Operator#ROW_SOFTMAX}. */
  public R rowSoftmax() {
    return unary(Operator.ROW_SOFTMAX);
  }

  /** {@link Operator#LAYER_NORM}, then a gain and a bias of its own for each column. */
  public R layerNorm(String weight) {
    return unary(Operator.LAYER_NORM).scaledBy(weight + "_gain", 1).bias(weight + "_bias");
  }

  private R unary(Operator operator) {
    return of(builder.add(operator, space, columns(), value));
  }

  /**
   * {@link Operator#DROPOUT}; these rows if the rate is 0. There is none of neighbourhoods and
   * pairs.
   *
   * @param rate share of values dropped in training, {@code [0, 1)}
   */
  public R dropout(float rate) {
    if (!(rate >= 0 && rate < 1)) {
      throw new IllegalArgumentException("dropout must be in [0, 1), was " + rate);
    }
    return of(rate == 0 ? value : builder.dropout(space, value, rate));
  }

  /** The program whose output these rows are; what was written after them is not in it. */
  public Program program() {
    return builder.build(value);
  }

  /** The number of another value of the same program. */
  final int number(Rows<?> other) {
    if (other.builder != builder) {
      throw new IllegalArgumentException("rows of another program");
    }
    return other.value;
  }

  static int perHead(int columns, int heads) {
    if (heads < 1 || columns % heads != 0) {
      throw new IllegalArgumentException(
          "%d columns do not divide into %d heads".formatted(columns, heads));
    }
    return columns / heads;
  }
}
