// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnx;

import io.graphember.inference.slice.StageSignature.Content;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import io.graphember.spi.model.Weight;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes operations of a program as nodes. Sums over edges are {@code ScatterND} with a reduction:
 * a session that runs them has one thread within an operator, because several add to one row
 * without a lock.
 */
final class ProgramNodes {
  private static final float SQRT_HALF = (float) Math.sqrt(0.5);

  /** More than there are types. */
  private static final long TYPES = 1L << 32;

  private static final long FLOAT = 1; // TensorProto.DataType

  private final OnnxGraph graph;
  private final Program program;
  private final IntFunction<float[]> weights;
  private final String prefix;
  private final Neighborhood neighborhood;
  private final String[] values;
  private final String[] constants;
  private final Map<Integer, String> withZeros = new HashMap<>(); // rows of edges, by operand
  private @Nullable Lists lists; // null until an operation looks at them
  private @Nullable Neighborhoods neighborhoods; // null until an operation looks at them

  /**
   * Nodes of a program.
   *
   * @param weights each weight in row-major order
   * @param prefix begins the names of its own weights, those of shared ones with {@code shared.}
   */
  ProgramNodes(
      OnnxGraph graph,
      Program program,
      IntFunction<float[]> weights,
      String prefix,
      Neighborhood neighborhood) {
    this.graph = graph;
    this.program = program;
    this.weights = weights;
    this.prefix = prefix;
    this.neighborhood = neighborhood;
    values = new String[program.operations().size()];
    constants = new String[program.weights().size()];
  }

  /** Says what an operation's result is called. */
  void give(int number, String name) {
    values[number] = name;
  }

  /** The result of an operation that is given or written. */
  String value(int number) {
    return values[number];
  }

  /** Writes an operation whose operands are given or written. */
  void write(int number) {
    if (values[number] == null) {
      values[number] = result(program.operation(number));
    }
  }

  private String result(Operation operation) {
    return switch (operation.operator()) {
      case ROW -> weight(operation);
      case TYPE_ROW -> gather(weight(operation), types(operation.space()));
      case LINEAR -> graph.add("MatMul", x(operation), weight(operation));
      case TYPED_LINEAR, TYPED_LINEAR_TRANSPOSED -> typedLinear(operation);
      case DESTINATIONS -> neighborhood.ofDestinations(x(operation));
      case SOURCE_OF_EDGE -> neighborhood.ofEdges(x(operation));
      case DESTINATION_OF_EDGE -> gather(x(operation), destinationsOfEdges());
      case DESTINATION_OF_NEIGHBORHOOD -> gather(x(operation), destinationsOfNeighborhoods());
      case NEIGHBORHOOD_OF_EDGE -> gather(x(operation), neighborhoods().ofEdge());
      case SUM_OF_NEIGHBORHOODS ->
          scattered(
              "add",
              x(operation),
              operation.columns(),
              0,
              destinationsOfNeighborhoods(),
              destinationCount());
      case SELF_WEIGHTED ->
          graph.add("Mul", x(operation), neighborhood.input(Content.SELF_WEIGHTS));
      case NEIGHBOR_SUM -> summed(rowsOfEdges(operation), operation.columns());
      case NEIGHBOR_WEIGHTED_SUM ->
          summed(
              graph.add("Mul", rowsOfEdges(operation), neighborhood.edgeWeights()),
              operation.columns());
      case NEIGHBOR_MEAN -> mean(operation, destinationsOfEdges(), destinationCount());
      case NEIGHBOR_MAX -> maximum(operation);
      case MEAN_BY_TYPE -> meanByType(operation);
      case NTH_NEIGHBOR -> nthNeighbor(operation);
      case HAS_NEIGHBOR -> hasNeighborColumn(operation);
      case EDGE_SUM -> summed(x(operation), operation.columns());
      case WEIGHTED_SUM -> weightedSum(operation);
      case EDGE_SOFTMAX -> edgeSoftmax(operation);
      case SUM_IN_HEADS -> reduced("ReduceSum", operation, operation.columns(), 2);
      case MEAN_OF_HEADS ->
          reduced("ReduceMean", operation, columns(operation.first()) / operation.columns(), 1);
      case MIX_HEADS -> mixHeads(operation);
      case ADD -> combined("Add", operation);
      case MULTIPLY -> combined("Mul", operation);
      case CONCAT ->
          graph.node("Concat", x(operation), values[operation.second()]).with("axis", 1).add();
      case COLUMNS -> columns(x(operation), (long) operation.constant(), operation.columns());
      case SCALE -> graph.add("Mul", x(operation), graph.scalar((float) operation.constant()));
      case RELU -> graph.add("Relu", x(operation));
      case LEAKY_RELU ->
          graph
              .node("LeakyRelu", x(operation))
              .withFloat("alpha", (float) operation.constant())
              .add();
      case ELU -> graph.add("Elu", x(operation));
      case GELU -> gelu(x(operation));
      case SIGMOID -> graph.add("Sigmoid", x(operation));
      case TANH -> graph.add("Tanh", x(operation));
      case ROW_SOFTMAX -> graph.node("Softmax", x(operation)).with("axis", 1).add();
      case LAYER_NORM -> layerNorm(operation);
      case INVERSE_ROOT -> inverseRoot(operation);
      default -> throw new IllegalArgumentException(operation.operator() + " is not written");
    };
  }

  private String x(Operation operation) {
    return values[operation.first()];
  }

  private int columns(int operand) {
    return program.operation(operand).columns();
  }

  private String weight(Operation operation) {
    final int number = operation.weight();
    if (constants[number] == null) {
      Weight weight = program.weights().get(number);
      constants[number] =
          graph.floats(name(number), weights.apply(number), weight.rows(), weight.columns());
    }
    return constants[number];
  }

  private String name(int number) {
    Weight weight = program.weights().get(number);
    return (weight.shared() ? ParameterLayout.SHARED : prefix) + weight.name();
  }

  private String gather(String rows, String numbers) {
    return graph.node("Gather", rows, numbers).with("axis", 0).add();
  }

  private String byHead(String rows, int heads, int columns) {
    return graph.add("Reshape", rows, graph.integers(-1, heads, columns / heads));
  }

  private String flat(String rows, int columns) {
    return graph.add("Reshape", rows, graph.integers(-1, columns));
  }

  private String reduced(String operator, Operation operation, int heads, int axis) {
    return graph
        .node(
            operator, byHead(x(operation), heads, columns(operation.first())), graph.integers(axis))
        .with("keepdims", 0)
        .add();
  }

  /** A sum or product by element with a second operand that may have one column a head. */
  private String combined(String operator, Operation operation) {
    final int heads = columns(operation.second());
    String y = values[operation.second()];
    if (heads == operation.columns() || heads == 1) {
      return graph.add(operator, x(operation), y);
    }
    return flat(
        graph.add(
            operator,
            byHead(x(operation), heads, operation.columns()),
            graph.add("Unsqueeze", y, graph.integers(2))),
        operation.columns());
  }

  private String mixHeads(Operation operation) {
    Weight weight = program.weights().get(operation.weight());
    String rows = byHead(x(operation), weight.rows(), columns(operation.first()));
    String transposed = graph.node("Transpose", weight(operation)).with("perm", 1, 0).add();
    return flat(graph.add("MatMul", transposed, rows), operation.columns());
  }

  /** The rows of each type are multiplied together, and put back to their places. */
  private String typedLinear(Operation operation) {
    Weight weight = program.weights().get(operation.weight());
    final boolean transposed = operation.operator() == Operator.TYPED_LINEAR_TRANSPOSED;
    final int heads =
        (transposed ? columns(operation.first()) : operation.columns()) / weight.columns();
    final int rowsOfHead = (transposed ? operation.columns() : columns(operation.first())) / heads;
    final int types = weight.rows() / (heads * rowsOfHead);
    if (types == 1) {
      return typeProduct(operation, x(operation), 0, heads);
    }
    String typeOfRow = types(operation.space());
    String[] places = new String[types];
    String[] products = new String[types];
    for (int t = 0; t < types; t++) {
      String mask = graph.add("Equal", typeOfRow, graph.integers(t));
      places[t] = graph.node("Transpose", graph.add("NonZero", mask)).with("perm", 1, 0).add();
      String rows = graph.node("Compress", x(operation), mask).with("axis", 0).add();
      products[t] = typeProduct(operation, rows, t, heads);
    }
    String sorted = graph.node("Concat", products).with("axis", 0).add();
    String all = graph.node("Concat", places).with("axis", 0).add();
    return graph.add("ScatterND", sorted, all, sorted);
  }

  /**
   * Rows of one type times the matrix of each head. A product for each head: a type may have no
   * rows, and ONNX Runtime 1.29.0 divides by zero in a product of several matrices without rows.
   */
  private String typeProduct(Operation operation, String rows, int type, int heads) {
    float[] stacked = weights.apply(operation.weight());
    String name = name(operation.weight());
    final int in = columns(operation.first()) / heads;
    final int out = operation.columns() / heads;
    String[] products = new String[heads];
    for (int h = 0; h < heads; h++) {
      final int from = (type * heads + h) * in * out;
      float[] block = Arrays.copyOfRange(stacked, from, from + in * out);
      String matrix =
          graph.floats(
              "%s.%d.%d".formatted(name, type, h),
              operation.operator() == Operator.TYPED_LINEAR ? block : transposed(block, out, in),
              in,
              out);
      String head = heads == 1 ? rows : columns(rows, (long) h * in, in);
      products[h] = graph.add("MatMul", head, matrix);
    }
    return heads == 1 ? products[0] : graph.node("Concat", products).with("axis", 1).add();
  }

  private String columns(String rows, long from, long count) {
    return graph.add(
        "Slice", rows, graph.integers(from), graph.integers(from + count), graph.integers(1));
  }

  private static float[] transposed(float[] matrix, int rows, int columns) {
    float[] result = new float[matrix.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        result[j * rows + i] = matrix[i * columns + j];
      }
    }
    return result;
  }

  /**
   * The neighbourhoods there are.
   *
   * @param keys what each is known by: its destination times {@link #TYPES}, and its type
   * @param ofEdge number of each edge's neighbourhood
   */
  private record Neighborhoods(String keys, String ofEdge) {}

  private Neighborhoods neighborhoods() {
    if (neighborhoods == null) {
      String first = graph.add("Mul", destinationsOfEdges(), graph.integers(TYPES));
      String ofEdges = graph.add("Add", first, neighborhood.types(Space.EDGES));
      String[] unique = graph.node("Unique", ofEdges).add(3);
      neighborhoods = new Neighborhoods(unique[0], unique[2]);
    }
    return neighborhoods;
  }

  private String destinationsOfNeighborhoods() {
    return graph.add("Div", neighborhoods().keys(), graph.integers(TYPES));
  }

  private String types(Space space) {
    return space == Space.NEIGHBORHOODS
        ? graph.add("Mod", neighborhoods().keys(), graph.integers(TYPES))
        : neighborhood.types(space);
  }

  private String destinationsOfEdges() {
    return neighborhood.input(Content.EDGE_DESTINATIONS);
  }

  private String destinationCount() {
    return neighborhood.input(Content.DESTINATIONS);
  }

  /** To each edge the row of its source, or its own. */
  private String rowsOfEdges(Operation operation) {
    return program.operation(operation.first()).space() == Space.EDGES
        ? x(operation)
        : neighborhood.ofEdges(x(operation));
  }

  private String summed(String rows, int columns) {
    return scattered("add", rows, columns, 0, destinationsOfEdges(), destinationCount());
  }

  /** Mean of the rows of the edges that go to each of so many places, 0 of none. */
  private String mean(Operation operation, String places, String count) {
    final int columns = columns(operation.first());
    String edges =
        graph.node("Concat", graph.add("Shape", places), graph.integers(1)).with("axis", 0).add();
    String ones = graph.add("Expand", graph.scalar(1), edges);
    String sizes = graph.add("Max", scattered("add", ones, 1, 0, places, count), graph.scalar(1));
    return graph.add(
        "Div", scattered("add", rowsOfEdges(operation), columns, 0, places, count), sizes);
  }

  private String meanByType(Operation operation) {
    String types = graph.integers(operation.columns() / columns(operation.first()));
    String places =
        graph.add(
            "Add", graph.add("Mul", destinationsOfEdges(), types), neighborhood.types(Space.EDGES));
    return flat(
        mean(operation, places, graph.add("Mul", destinationCount(), types)), operation.columns());
  }

  /** The largest of each destination; the lowest float where there are no edges becomes 0. */
  private String maximum(Operation operation) {
    String largest =
        scattered(
            "max",
            rowsOfEdges(operation),
            operation.columns(),
            -Float.MAX_VALUE,
            destinationsOfEdges(),
            destinationCount());
    String none = graph.add("Equal", largest, graph.scalar(-Float.MAX_VALUE));
    return graph.add("Where", none, graph.scalar(0), largest);
  }

  /**
   * Where the edges of each destination begin, and how many it has: edges lie destination by
   * destination.
   */
  private record Lists(String first, String count) {}

  private Lists lists() {
    if (lists == null) {
      String ones =
          graph.add("Expand", graph.integers(1), graph.add("Shape", destinationsOfEdges()));
      String none = graph.add("Expand", graph.integers(0), destinationCount());
      String count =
          graph
              .node(
                  "ScatterND",
                  none,
                  graph.add("Unsqueeze", destinationsOfEdges(), graph.integers(1)),
                  ones)
              .withWord("reduction", "add")
              .add();
      String first = graph.node("CumSum", count, graph.integers(0)).with("exclusive", 1).add();
      lists = new Lists(first, count);
    }
    return lists;
  }

  /** Whether each destination has a neighbour of that number, truth values. */
  private String hasNeighbor(Operation operation) {
    return graph.add("Greater", lists().count(), graph.integers((long) operation.constant()));
  }

  private String hasNeighborColumn(Operation operation) {
    String column = graph.add("Unsqueeze", hasNeighbor(operation), graph.integers(1));
    return graph.node("Cast", column).with("to", FLOAT).add();
  }

  /** The row of an edge, or that of zeros which is put after those of all edges. */
  private String nthNeighbor(Operation operation) {
    String rows =
        withZeros.computeIfAbsent(
            operation.first(),
            of -> {
              String zeros =
                  graph.add("Expand", graph.scalar(0), graph.integers(1, operation.columns()));
              return graph.node("Concat", rowsOfEdges(operation), zeros).with("axis", 0).add();
            });
    String place = graph.add("Add", lists().first(), graph.integers((long) operation.constant()));
    String none = graph.add("Shape", destinationsOfEdges());
    return gather(rows, graph.add("Where", hasNeighbor(operation), place, none));
  }

  private String weightedSum(Operation operation) {
    String weighted =
        graph.add(
            "Mul",
            byHead(rowsOfEdges(operation), columns(operation.second()), operation.columns()),
            graph.add("Unsqueeze", values[operation.second()], graph.integers(2)));
    final int columns = operation.columns();
    if (operation.space() != Space.NEIGHBORHOODS) {
      return summed(flat(weighted, columns), columns);
    }
    return scattered(
        "add",
        flat(weighted, columns),
        columns,
        0,
        neighborhoods().ofEdge(),
        graph.add("Shape", neighborhoods().keys()));
  }

  /** Less the largest score of each vertex, so that the exponentials stay in range. */
  private String edgeSoftmax(Operation operation) {
    final int heads = operation.columns();
    String edges = destinationsOfEdges();
    String largest =
        scattered("max", x(operation), heads, -Float.MAX_VALUE, edges, destinationCount());
    String powers = graph.add("Exp", graph.add("Sub", x(operation), gather(largest, edges)));
    return graph.add("Div", powers, gather(summed(powers, heads), edges));
  }

  /** Rows of edges, brought together at their places, of which there are so many. */
  private String scattered(
      String reduction, String rows, int columns, float initial, String places, String count) {
    String shape = graph.node("Concat", count, graph.integers(columns)).with("axis", 0).add();
    String target = graph.add("Expand", graph.scalar(initial), shape);
    return graph
        .node("ScatterND", target, graph.add("Unsqueeze", places, graph.integers(1)), rows)
        .withWord("reduction", reduction)
        .add();
  }

  private String inverseRoot(Operation operation) {
    String sum = graph.add("Add", x(operation), graph.scalar((float) operation.constant()));
    return graph.add("Reciprocal", graph.add("Sqrt", sum));
  }

  private String gelu(String x) {
    String erf = graph.add("Erf", graph.add("Mul", x, graph.scalar(SQRT_HALF)));
    String normal = graph.add("Mul", graph.add("Add", erf, graph.scalar(1)), graph.scalar(0.5f));
    return graph.add("Mul", x, normal);
  }

  private String layerNorm(Operation operation) {
    float[] ones = new float[operation.columns()];
    Arrays.fill(ones, 1);
    return graph
        .node("LayerNormalization", x(operation), graph.floats(graph.fresh(), ones, ones.length))
        .with("axis", -1)
        .withFloat("epsilon", (float) Operator.NORM_EPSILON)
        .add();
  }
}
