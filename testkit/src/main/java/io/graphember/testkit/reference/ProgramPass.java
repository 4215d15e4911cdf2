// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import java.util.Arrays;

/** A program over one structure: what forward computed, operation by operation, and back. */
final class ProgramPass {
  private final Program program;
  private final Structure structure;
  private final double[][] weights;
  private final MaskSource masks;
  private final double[][] values;
  private final double[][] gradients;
  private final double[][] weightGradients;

  private static final double[] NONE = {};

  /** Masks of dropout. */
  @FunctionalInterface
  interface MaskSource {
    /** The mask of a stream, of that length. */
    double[] mask(int stream, double rate, int length);
  }

  /**
   * A pass.
   *
   * @param weights values of the program's weights, one after the other
   */
  ProgramPass(Program program, Structure structure, double[][] weights, MaskSource masks) {
    this.program = program;
    this.structure = structure;
    this.weights = weights;
    this.masks = masks;
    int operations = program.operations().size();
    values = new double[operations][];
    gradients = new double[operations][];
    weightGradients = new double[weights.length][];
    for (int w = 0; w < weights.length; w++) {
      weightGradients[w] = new double[weights[w].length];
    }
  }

  /** Computes the output of a program that aggregates itself. */
  double[] forward(double[] input) {
    return forward(input, NONE);
  }

  /**
   * Computes the output.
   *
   * @param input rows that enter
   * @param aggregated what was aggregated of the neighbours; empty in other programs
   */
  double[] forward(double[] input, double[] aggregated) {
    for (int i = 0; i < values.length; i++) {
      Operation operation = program.operation(i);
      switch (operation.operator()) {
        case INPUT -> values[i] = input;
        case AGGREGATED -> values[i] = aggregated;
        case EDGE_FEATURES ->
            values[i] = Structure.floats(structure.edgeFeatures, length(operation));
        default -> {
          values[i] = new double[length(operation)];
          compute(operation, values[i]);
        }
      }
    }
    return values[values.length - 1];
  }

  /** Goes back from the gradient of the output to that of the input, which it returns. */
  double[] backward(double[] outputGradient) {
    for (int i = 0; i < gradients.length; i++) {
      gradients[i] = new double[values[i].length];
    }
    gradients[gradients.length - 1] = outputGradient;
    double[] inputGradient = NONE;
    for (int i = gradients.length - 1; i >= 0; i--) {
      Operation operation = program.operation(i);
      switch (operation.operator()) {
        case INPUT -> inputGradient = gradients[i];
        case AGGREGATED, EDGE_FEATURES, HAS_NEIGHBOR -> {} // constant
        default -> differentiate(operation, i);
      }
    }
    return inputGradient;
  }

  /** Gradients of the weights, one after the other. */
  double[][] weightGradients() {
    return weightGradients;
  }

  private int rows(Operation operation) {
    return structure.rows(operation.space());
  }

  private int length(Operation operation) {
    return rows(operation) * operation.columns();
  }

  private double[] x(Operation operation) {
    return values[operation.first()];
  }

  private double[] y(Operation operation) {
    return values[operation.second()];
  }

  private int columns(int operand) {
    return program.operation(operand).columns();
  }

  private int[] rowOfEdge(Operation operation) {
    return structure.rowOfEdge(program.operation(operation.first()).space());
  }

  private void compute(Operation operation, double[] r) {
    final int columns = operation.columns();
    switch (operation.operator()) {
      case ROW -> System.arraycopy(weights[operation.weight()], 0, r, 0, r.length);
      case TYPE_ROW -> typeRows(operation).forward(weights[operation.weight()], r, columns);
      case LINEAR ->
          Matrices.multiply(
              x(operation),
              rows(operation),
              weights[operation.weight()],
              0,
              columns(operation.first()),
              columns,
              r);
      case TYPED_LINEAR, TYPED_LINEAR_TRANSPOSED ->
          HeadOperators.typedLinear(
              blocks(operation), rows(operation), x(operation), weights[operation.weight()], r);
      case MIX_HEADS -> {
        int heads = program.weights().get(operation.weight()).rows();
        int others = program.weights().get(operation.weight()).columns();
        HeadOperators.mix(
            rows(operation),
            heads,
            others,
            columns / others,
            x(operation),
            weights[operation.weight()],
            r);
      }
      case WEIGHTED_SUM -> {
        int heads = columns(operation.second());
        EdgeOperators.weightedSum(
            rowOfEdge(operation),
            structure.resultOfEdge(operation.space()),
            heads,
            columns / heads,
            x(operation),
            y(operation),
            r);
      }
      case HAS_NEIGHBOR -> structure.markNeighbor((int) operation.constant(), r);
      case EDGE_SOFTMAX -> EdgeOperators.softmax(structure, columns, x(operation), r);
      case COLUMNS -> someColumns(operation).backward(x(operation), r, 1);
      case ROW_SOFTMAX -> NormOperators.softmax(columns, x(operation), r);
      case LAYER_NORM -> NormOperators.normalize(columns, x(operation), r);
      case BATCH_MEAN -> {
        for (int i = 0; i < x(operation).length; i++) {
          r[i % columns] += x(operation)[i] * columns / x(operation).length;
        }
      }
      case ADD, MULTIPLY -> combine(operation, r);
      case CONCAT -> {
        concat(operation, 0).forward(x(operation), r, 1);
        concat(operation, 1).forward(y(operation), r, 1);
      }
      case DROPOUT -> {
        double[] mask = masks.mask(operation.stream(), operation.constant(), r.length);
        for (int i = 0; i < r.length; i++) {
          r[i] = mask[i] * x(operation)[i];
        }
      }
      case SCALE, RELU, LEAKY_RELU, ELU, GELU, SIGMOID, TANH, INVERSE_ROOT -> {
        for (int i = 0; i < r.length; i++) {
          r[i] = ElementwiseOperators.value(operation, x(operation)[i]);
        }
      }
      default -> map(operation).forward(x(operation), r, mapWidth(operation));
    }
  }

  private void differentiate(Operation operation, int number) {
    final double[] dr = gradients[number];
    final int columns = operation.columns();
    final double[] dx = operation.operands().isEmpty() ? NONE : gradients[operation.first()];
    final double[] dw = operation.weight() < 0 ? NONE : weightGradients[operation.weight()];
    switch (operation.operator()) {
      case ROW -> add(dr, dw);
      case TYPE_ROW -> typeRows(operation).backward(dr, dw, columns);
      case LINEAR -> linearBackward(operation, dr, dx, dw);
      case TYPED_LINEAR, TYPED_LINEAR_TRANSPOSED ->
          HeadOperators.typedLinearBackward(
              blocks(operation),
              rows(operation),
              x(operation),
              weights[operation.weight()],
              dr,
              dx,
              dw);
      case MIX_HEADS -> {
        int heads = program.weights().get(operation.weight()).rows();
        int others = program.weights().get(operation.weight()).columns();
        HeadOperators.mixBackward(
            rows(operation),
            heads,
            others,
            columns / others,
            x(operation),
            weights[operation.weight()],
            dr,
            dx,
            dw);
      }
      case WEIGHTED_SUM -> {
        int heads = columns(operation.second());
        EdgeOperators.weightedSumBackward(
            rowOfEdge(operation),
            structure.resultOfEdge(operation.space()),
            heads,
            columns / heads,
            x(operation),
            y(operation),
            dr,
            dx,
            gradients[operation.second()]);
      }
      case EDGE_SOFTMAX ->
          EdgeOperators.softmaxBackward(structure, columns, values[number], dr, dx);
      case COLUMNS -> someColumns(operation).forward(dr, dx, 1);
      case ROW_SOFTMAX -> NormOperators.softmaxBackward(columns, values[number], dr, dx);
      case LAYER_NORM ->
          NormOperators.normalizeBackward(columns, x(operation), values[number], dr, dx);
      case BATCH_MEAN -> batchMeanBackward(operation, values[number], dr, dx, dw);
      case ADD, MULTIPLY -> combineBackward(operation, dr);
      case CONCAT -> {
        concat(operation, 0).backward(dr, dx, 1);
        concat(operation, 1).backward(dr, gradients[operation.second()], 1);
      }
      case DROPOUT -> {
        double[] mask = masks.mask(operation.stream(), operation.constant(), dr.length);
        for (int i = 0; i < dr.length; i++) {
          dx[i] += mask[i] * dr[i];
        }
      }
      case SCALE, RELU, LEAKY_RELU, ELU, GELU, SIGMOID, TANH, INVERSE_ROOT -> {
        for (int i = 0; i < dr.length; i++) {
          dx[i] += ElementwiseOperators.derivative(operation, x(operation)[i]) * dr[i];
        }
      }
      default -> map(operation).backward(dr, dx, mapWidth(operation));
    }
  }

  private void batchMeanBackward(
      Operation operation, double[] r, double[] dr, double[] dx, double[] dw) {
    final int columns = operation.columns();
    final double rows = (double) dx.length / columns;
    for (int i = 0; i < dx.length; i++) {
      dx[i] += dr[i % columns] / rows;
    }
    final double freedom = Math.max(rows - operation.constant(), 1);
    for (int j = 0; j < columns; j++) {
      dw[j] = weights[operation.weight()][j] - r[j] * rows / freedom;
    }
  }

  private void linearBackward(Operation operation, double[] dr, double[] dx, double[] dw) {
    int in = columns(operation.first());
    int out = operation.columns();
    int rows = rows(operation);
    Matrices.multiplyTransposed(dr, rows, weights[operation.weight()], 0, in, out, dx);
    Matrices.transposedMultiply(x(operation), rows, dr, in, out, dw, 0);
  }

  /** The map of an operator that only moves and adds up rows, or elements. */
  private RowMap map(Operation operation) {
    int of = columns(operation.first());
    return switch (operation.operator()) {
      case NEIGHBOR_MAX -> {
        int[] largest = EdgeOperators.largest(structure, rowOfEdge(operation), x(operation), of);
        yield EdgeOperators.maximum(largest, rowOfEdge(operation), of);
      }
      case NTH_NEIGHBOR -> structure.nthNeighbor((int) operation.constant());
      case SUM_IN_HEADS ->
          HeadOperators.reduction(
              rows(operation), operation.columns(), of / operation.columns(), true);
      case MEAN_OF_HEADS ->
          HeadOperators.reduction(
              rows(operation), of / operation.columns(), operation.columns(), false);
      default -> structure.map(operation.operator(), operation.columns() / of);
    };
  }

  private int mapWidth(Operation operation) {
    return switch (operation.operator()) {
      case NEIGHBOR_MAX, SUM_IN_HEADS, MEAN_OF_HEADS -> 1;
      default -> columns(operation.first());
    };
  }

  private RowMap typeRows(Operation operation) {
    int[] types = structure.types(operation.space());
    return Structure.gather(Arrays.copyOf(types, rows(operation)));
  }

  private HeadOperators.Blocks blocks(Operation operation) {
    boolean transposed = operation.operator() == Operator.TYPED_LINEAR_TRANSPOSED;
    int ofBlock = program.weights().get(operation.weight()).columns();
    int heads = (transposed ? columns(operation.first()) : operation.columns()) / ofBlock;
    return new HeadOperators.Blocks(
        structure.types(operation.space()),
        heads,
        columns(operation.first()) / heads,
        operation.columns() / heads,
        transposed);
  }

  /** From the columns to where they are in the operand. */
  private RowMap someColumns(Operation operation) {
    return HeadOperators.columns(
        rows(operation),
        operation.columns(),
        (int) operation.constant(),
        columns(operation.first()));
  }

  private RowMap concat(Operation operation, int operand) {
    int width = columns(operation.operands().get(operand));
    int before = operand == 0 ? 0 : columns(operation.first());
    return HeadOperators.columns(rows(operation), width, before, operation.columns());
  }

  private void combine(Operation operation, double[] r) {
    boolean sum = operation.operator() == Operator.ADD;
    for (int i = 0; i < r.length; i++) {
      double x = x(operation)[i];
      double y = y(operation)[repeated(operation, i)];
      r[i] = sum ? x + y : x * y;
    }
  }

  private void combineBackward(Operation operation, double[] dr) {
    boolean sum = operation.operator() == Operator.ADD;
    double[] dx = gradients[operation.first()];
    double[] dy = gradients[operation.second()];
    for (int i = 0; i < dr.length; i++) {
      int j = repeated(operation, i);
      dx[i] += sum ? dr[i] : y(operation)[j] * dr[i];
      dy[j] += sum ? dr[i] : x(operation)[i] * dr[i];
    }
  }

  /** The element of the second operand that goes with an element of the first. */
  private int repeated(Operation operation, int i) {
    int columns = operation.columns();
    int others = columns(operation.second());
    int row = program.operation(operation.second()).space() == Space.ONE ? 0 : i / columns;
    return row * others + i % columns / (columns / others);
  }

  private static void add(double[] from, double[] to) {
    for (int i = 0; i < from.length; i++) {
      to[i] += from[i];
    }
  }
}
