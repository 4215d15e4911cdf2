// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Prints a program as the {@code forward} method of a TorchScript class, in the dialect that
 * TorchScript itself writes. Sums over edges are {@code embedding_bag}, which gathers and adds in
 * one pass, gives 0 for no edges, and repeats its bits with one thread. Autograd does the rest.
 */
final class ProgramPrinter {
  static final String NAME = "Layer";

  private static final int SUM = 0;
  private static final int MEAN = 1;
  private static final int MAX = 2;

  private final Program program;
  private final List<Argument> arguments = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  /** What was computed once for several operations: its expression, and the variable it is in. */
  private final Map<String, String> shared = new LinkedHashMap<>();

  private final String[] values;
  private final int[] uses;

  /** A method's source and what it is to be called with, in that order. */
  record Printed(String source, List<Argument> arguments) {}

  private ProgramPrinter(Program program) {
    this.program = program;
    int operations = program.operations().size();
    values = new String[operations];
    uses = new int[operations];
    for (Operation operation : program.operations()) {
      operation.operands().forEach(operand -> uses[operand]++);
    }
  }

  static Printed print(Program program) {
    return new ProgramPrinter(program).print();
  }

  private Printed print() {
    for (int i = 0; i < values.length; i++) {
      if (!joinsASum(i) && !joinsAProduct(i)) {
        values[i] = variable("v" + i, expression(i));
      }
    }
    StringBuilder source = new StringBuilder("class " + NAME + "(Module):\n");
    source.append("  __parameters__ = []\n  __buffers__ = []\n  training : bool\n");
    source.append("  def forward(self: __torch__.").append(NAME);
    for (Argument argument : arguments) {
      source.append(", ").append(argument.name()).append(": Tensor");
    }
    source.append(") -> Tensor:\n");
    lines.forEach(line -> source.append("    ").append(line).append('\n'));
    source.append("    return ").append(values[values.length - 1]).append('\n');
    return new Printed(source.toString(), List.copyOf(arguments));
  }

  private String variable(String name, String expression) {
    lines.add(name + " = " + expression);
    return name;
  }

  private String shared(String expression) {
    return shared.computeIfAbsent(expression, e -> variable("s" + shared.size(), e));
  }

  private String argument(Argument argument) {
    if (!arguments.contains(argument)) {
      arguments.add(argument);
    }
    return argument.name();
  }

  private String argument(Argument.Part part) {
    return argument(new Argument(part, 0));
  }

  private String weight(Operation operation) {
    return argument(new Argument(Argument.Part.WEIGHT, operation.weight()));
  }

  private String x(Operation operation) {
    return values[operation.first()];
  }

  private String y(Operation operation) {
    return values[operation.second()];
  }

  private int columns(int operand) {
    return program.operation(operand).columns();
  }

  private static String call(String function, Object... operands) {
    StringBuilder call = new StringBuilder("torch.").append(function).append('(');
    for (int i = 0; i < operands.length; i++) {
      call.append(i == 0 ? "" : ", ").append(operands[i]);
    }
    return call.append(')').toString();
  }

  private String expression(int number) {
    Operation operation = program.operation(number);
    return switch (operation.operator()) {
      case INPUT -> argument(Argument.Part.INPUT);
      case AGGREGATED -> argument(Argument.Part.AGGREGATED);
      case EDGE_FEATURES -> argument(Argument.Part.EDGE_FEATURES);
      case ROW -> weight(operation);
      case TYPE_ROW -> call("index_select", weight(operation), 0, types(operation.space()));
      case LINEAR -> call("mm", x(operation), weight(operation));
      case TYPED_LINEAR -> typedLinear(operation);
      case DESTINATIONS -> call("slice", x(operation), 0, 0, destinations());
      case SOURCE_OF_EDGE ->
          call("index_select", x(operation), 0, argument(Argument.Part.NEIGHBORS));
      case DESTINATION_OF_EDGE -> call("index_select", x(operation), 0, destinationOfEdge());
      case HEAD_OF_PAIR -> call("index_select", x(operation), 0, argument(Argument.Part.HEADS));
      case TAIL_OF_PAIR -> call("index_select", x(operation), 0, argument(Argument.Part.TAILS));
      case NEIGHBOR_MEAN -> overNeighbors(number, MEAN, "None");
      case NEIGHBOR_SUM -> overNeighbors(number, SUM, "None");
      case NEIGHBOR_MAX -> overNeighbors(number, MAX, "None");
      case NEIGHBOR_WEIGHTED_SUM ->
          overNeighbors(number, SUM, argument(Argument.Part.EDGE_WEIGHTS));
      case SELF_WEIGHTED ->
          call(
              "mul",
              x(operation),
              shared(call("unsqueeze", argument(Argument.Part.SELF_WEIGHTS), 1)));
      case WEIGHTED_SUM -> weightedSum(number);
      case MEAN_BY_TYPE -> meanByType(number);
      case MIX_HEADS -> mixHeads(operation);
      case EDGE_SOFTMAX -> edgeSoftmax(number);
      case SUM_IN_HEADS -> sumInHeads(operation);
      case MEAN_OF_HEADS ->
          reduced("mean", operation, columns(operation.first()) / operation.columns(), 1);
      case ADD -> sum(number);
      case MULTIPLY -> combined("mul", operation, x(operation), y(operation));
      case CONCAT -> call("cat", "[" + x(operation) + ", " + y(operation) + "]", 1);
      case SCALE -> call("mul", x(operation), constant(operation));
      case LEAKY_RELU -> call("leaky_relu", x(operation), constant(operation));
      case RELU, ELU, GELU, SIGMOID ->
          call(operation.operator().name().toLowerCase(Locale.ROOT), x(operation));
      case LAYER_NORM ->
          call(
              "layer_norm",
              x(operation),
              "[" + operation.columns() + "]",
              "None",
              "None",
              Operator.NORM_EPSILON);
      case DROPOUT ->
          call("mul", x(operation), argument(new Argument(Argument.Part.MASK, operation.stream())));
    };
  }

  private static String constant(Operation operation) {
    return Double.toString(operation.constant());
  }

  private String offsets() {
    return argument(Argument.Part.OFFSETS);
  }

  private String destinations() {
    return shared(call("sub", call("size", offsets(), 0), 1));
  }

  private String destinationOfEdge() {
    String ends = call("slice", offsets(), 0, 1, "9223372036854775807");
    String begins = call("slice", offsets(), 0, 0, destinations());
    return shared(call("repeat_interleave", call("sub", ends, begins)));
  }

  private String types(Space space) {
    return switch (space) {
      case SOURCES -> argument(Argument.Part.VERTEX_TYPES);
      case DESTINATIONS ->
          shared(call("slice", argument(Argument.Part.VERTEX_TYPES), 0, 0, destinations()));
      case EDGES -> argument(Argument.Part.EDGE_TYPES);
      case PAIRS -> argument(Argument.Part.RELATIONS);
      case ONE -> throw new IllegalArgumentException("a single row has no type");
    };
  }

  private String ownEdge() {
    return shared(call("arange", call("size", argument(Argument.Part.NEIGHBORS), 0), "dtype=3"));
  }

  private String rowOfEdge(int operand) {
    return program.operation(operand).space() == Space.EDGES
        ? ownEdge()
        : argument(Argument.Part.NEIGHBORS);
  }

  /** One row for each bag of indices between two offsets. */
  private String bag(
      String name, String rows, String indices, String offsets, int mode, String weights) {
    String bag =
        call("embedding_bag", rows, indices, offsets, "False", mode, "False", weights, "True");
    lines.add(name + ", " + name + "_a, " + name + "_b, " + name + "_c = " + bag);
    return name;
  }

  private String overNeighbors(int number, int mode, String weights) {
    String rows = x(program.operation(number));
    String neighbors = argument(Argument.Part.NEIGHBORS);
    return bag("bag" + number, rows, neighbors, offsets(), mode, weights);
  }

  /**
   * One bag for each head and destination, all heads in one pass: row {@code i} of {@code H} heads
   * is {@code H} rows, and head {@code h} of an edge takes the one that is {@code h} after the
   * first.
   */
  private String weightedSum(int number) {
    Operation operation = program.operation(number);
    final int heads = columns(operation.second());
    final int perHead = operation.columns() / heads;
    String rowOfEdge = rowOfEdge(operation.first());
    String name = "bag" + number;
    if (heads == 1) {
      String weights = call("reshape", y(operation), "[-1]");
      return bag(name, x(operation), rowOfEdge, offsets(), SUM, weights);
    }
    String edges = call("size", argument(Argument.Part.NEIGHBORS), 0);
    String headNumbers = shared(call("unsqueeze", call("arange", heads, "dtype=3"), 1));
    String indices =
        shared(call("reshape", call("add", call("mul", rowOfEdge, heads), headNumbers), "[-1]"));
    String begins = call("slice", offsets(), 0, 0, destinations());
    String bags =
        shared(
            call(
                "cat",
                "["
                    + call("reshape", call("add", begins, call("mul", headNumbers, edges)), "[-1]")
                    + ", "
                    + call(
                        "to",
                        call(
                            "mul",
                            call("slice", offsets(), 0, destinations(), "9223372036854775807"),
                            heads),
                        3)
                    + "]",
                0));
    String weights = call("reshape", call("transpose", y(operation), 0, 1), "[-1]");
    String rows = call("reshape", x(operation), "[-1, " + perHead + "]");
    String sums = bag(name, rows, indices, bags, SUM, weights);
    String byHead = call("reshape", sums, "[" + heads + ", -1, " + perHead + "]");
    return call("reshape", call("transpose", byHead, 0, 1), "[-1, " + operation.columns() + "]");
  }

  /** One bag for each destination and type: edges of a destination are sorted by type. */
  private String meanByType(int number) {
    Operation operation = program.operation(number);
    final int types = operation.columns() / columns(operation.first());
    String types32 = argument(Argument.Part.EDGE_TYPES);
    String bagOfEdge = call("add", call("mul", destinationOfEdge(), types), types32);
    String counts = shared(call("bincount", bagOfEdge, "None", call("mul", destinations(), types)));
    String bags = shared(call("to", call("pad", call("cumsum", counts, 0), "[1, 0]"), 3));
    String means =
        bag("bag" + number, x(operation), argument(Argument.Part.NEIGHBORS), bags, MEAN, "None");
    return call("reshape", means, "[-1, " + operation.columns() + "]");
  }

  private String mixHeads(Operation operation) {
    final int heads = program.weights().get(operation.weight()).rows();
    final int perHead = columns(operation.first()) / heads;
    String byHead = call("reshape", x(operation), "[-1, " + heads + ", " + perHead + "]");
    String mixed = call("matmul", call("transpose", weight(operation), 0, 1), byHead);
    return call("reshape", mixed, "[-1, " + operation.columns() + "]");
  }

  /** The rows of each type are multiplied together and put back to their places. */
  private String typedLinear(Operation operation) {
    final int out = program.weights().get(operation.weight()).columns();
    final int heads = operation.columns() / out;
    final int in = columns(operation.first()) / heads;
    final int types = program.weights().get(operation.weight()).rows() / (heads * in);
    if (types == 1) {
      return product(x(operation), weight(operation), heads, in, out);
    }
    String typeOfRow = types(operation.space());
    List<String> places = new ArrayList<>();
    List<String> products = new ArrayList<>();
    for (int t = 0; t < types; t++) {
      String place = shared(call("reshape", call("nonzero", call("eq", typeOfRow, t)), "[-1]"));
      String rows = call("index_select", x(operation), 0, place);
      int first = t * heads * in;
      String matrix = call("slice", weight(operation), 0, first, first + heads * in);
      places.add(place);
      products.add(product(rows, matrix, heads, in, out));
    }
    String order = shared(call("argsort", call("cat", places, 0)));
    return call("index_select", call("cat", products, 0), 0, order);
  }

  /** Each head times a matrix of its own. */
  private static String product(String rows, String matrix, int heads, int in, int out) {
    if (heads == 1) {
      return call("mm", rows, matrix);
    }
    String perHead = call("reshape", rows, "[-1, " + heads + ", " + in + "]");
    String matrices = call("reshape", matrix, "[" + heads + ", " + in + ", " + out + "]");
    String products = call("bmm", call("transpose", perHead, 0, 1), matrices);
    return call("reshape", call("transpose", products, 0, 1), "[-1, " + heads * out + "]");
  }

  /** Less the largest score of each destination, so that the exponentials stay in range. */
  private String edgeSoftmax(int number) {
    Operation operation = program.operation(number);
    String scores = x(operation);
    String largest =
        bag("largest" + number, call("detach", scores), ownEdge(), offsets(), MAX, "None");
    String shifted = call("sub", scores, call("index_select", largest, 0, destinationOfEdge()));
    String powers = variable("powers" + number, call("exp", shifted));
    String sums = bag("sums" + number, powers, ownEdge(), offsets(), SUM, "None");
    return call("div", powers, call("index_select", sums, 0, destinationOfEdge()));
  }

  /**
   * A product with a matrix, then with a vector for each head, is one with few columns: {@code (x
   * W) B = x (W B)} with a block of B for each vector. Nothing as wide as the heads has to be
   * written.
   */
  private String sumInHeads(Operation operation) {
    Operation scaled = program.operation(operation.first());
    final int heads = operation.columns();
    if (!isScaledProduct(scaled)) {
      return reduced("sum", operation, heads, 2);
    }
    String vectors = call("reshape", y(scaled), "[" + heads + ", -1, 1]");
    String places = call("unsqueeze", call("eye", heads), 1);
    String blocks =
        call("reshape", call("mul", vectors, places), "[" + scaled.columns() + ", " + heads + "]");
    Operation rows = program.operation(scaled.first());
    Operation product = product(scaled);
    String before = product == rows ? x(product) : call("slice", x(product), 0, 0, destinations());
    return call("mm", before, call("mm", weight(product), blocks));
  }

  /** True for rows of a product, or of its destinations, times a row of parameters. */
  private boolean isScaledProduct(Operation operation) {
    return operation.operator() == Operator.MULTIPLY
        && program.operation(operation.second()).operator() == Operator.ROW
        && columns(operation.second()) == operation.columns()
        && product(operation).operator() == Operator.LINEAR;
  }

  private Operation product(Operation scaled) {
    Operation rows = program.operation(scaled.first());
    return rows.operator() == Operator.DESTINATIONS ? program.operation(rows.first()) : rows;
  }

  private String reduced(String function, Operation operation, int heads, int dimension) {
    String byHead =
        call(
            "reshape",
            x(operation),
            "[-1, " + heads + ", " + columns(operation.first()) / heads + "]");
    return call(function, byHead, "[" + dimension + "]");
  }

  /** A sum or product by element with a second operand that may have one column a head. */
  private String combined(String function, Operation operation, String left, String right) {
    final int heads = columns(operation.second());
    if (heads == operation.columns() || heads == 1) {
      return call(function, left, right);
    }
    int perHead = operation.columns() / heads;
    String byHead = call("reshape", left, "[-1, " + heads + ", " + perHead + "]");
    return call(
        "reshape",
        call(function, byHead, call("unsqueeze", right, 2)),
        "[-1, " + operation.columns() + "]");
  }

  /** True for what a sum takes up into one expression: its products, and sums that it goes on. */
  private boolean joinsASum(int number) {
    if (uses[number] != 1) {
      return false;
    }
    Operator operator = program.operation(number).operator();
    return (operator == Operator.LINEAR || operator == Operator.ADD)
        && program.operations().stream()
            .anyMatch(
                user ->
                    user.operator() == Operator.ADD
                        && user.operands().contains(number)
                        && columns(user.second()) == user.columns());
  }

  /** True for what only {@link #sumInHeads} looks at, which does without it. */
  private boolean joinsAProduct(int number) {
    return uses[number] == 1
        && isScaledProduct(program.operation(number))
        && program.operations().stream()
            .anyMatch(
                user ->
                    user.operator() == Operator.SUM_IN_HEADS && user.operands().contains(number));
  }

  /** A sum with its products: {@code addmm} adds a product to what there is. */
  private String sum(int number) {
    Operation operation = program.operation(number);
    if (columns(operation.second()) != operation.columns()) {
      return combined("add", operation, x(operation), y(operation));
    }
    List<Operation> products = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    List<String> others = new ArrayList<>();
    collect(operation, products, rows, others);
    if (products.isEmpty()) {
      others.addAll(rows);
      rows.clear();
    }
    String sum = rows.isEmpty() ? null : rows.get(0);
    for (Operation product : products) {
      sum =
          sum == null
              ? call("mm", x(product), weight(product))
              : call("addmm", sum, x(product), weight(product));
    }
    others.addAll(rows.subList(Math.min(1, rows.size()), rows.size()));
    for (String other : others) {
      sum = sum == null ? other : call("add", sum, other);
    }
    return sum;
  }

  private void collect(
      Operation sum, List<Operation> products, List<String> rows, List<String> others) {
    for (int operand : sum.operands()) {
      Operation operation = program.operation(operand);
      if (!joinsASum(operand)) {
        (operation.space() == Space.ONE ? rows : others).add(values[operand]);
      } else if (operation.operator() == Operator.LINEAR) {
        products.add(operation);
      } else if (columns(operation.second()) != operation.columns()) {
        others.add(combined("add", operation, x(operation), y(operation)));
      } else {
        collect(operation, products, rows, others);
      }
    }
  }
}
