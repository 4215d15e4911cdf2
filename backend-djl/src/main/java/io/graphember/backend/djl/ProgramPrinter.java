// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import static io.graphember.backend.djl.Script.call;
import static io.graphember.backend.djl.Script.reshape;

import io.graphember.backend.djl.BlockScript.Mode;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import io.graphember.spi.model.Weight;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * Prints a program as the {@code forward} method of a TorchScript class, operation by operation.
 * Sums over edges are {@code embedding_bag}, which gathers and adds in one pass, gives 0 for no
 * edges, and repeats its bits with one thread. Autograd does the rest.
 */
final class ProgramPrinter {
  /** Fewer columns: products of many rows whose result has as few take up to ten times as long. */
  private static final int NARROW = 16;

  private final Program program;
  private final Script script = new Script();
  private final BlockScript block = new BlockScript(script);
  private final String[] values;

  /** Of values whose rows are in another order, the place of each. */
  private final Map<Integer, String> places = new HashMap<>();

  /** A class and what its method is to be called with, in that order. */
  record Printed(String source, List<Argument> arguments) {}

  private ProgramPrinter(Program program) {
    this.program = program;
    values = new String[program.operations().size()];
  }

  static Printed print(Program program) {
    return new ProgramPrinter(program).print();
  }

  private Printed print() {
    for (int i = 0; i < values.length; i++) {
      if (!SumTerms.isTerm(program, i) && !program.isTypedTerm(i) && !isFactorOfScores(i)) {
        values[i] = script.let("v" + i, expression(i));
      }
    }
    return new Printed(script.source(values[values.length - 1]), script.arguments());
  }

  private String expression(int number) {
    Operation operation = program.operation(number);
    return switch (operation.operator()) {
      case INPUT -> script.argument(Argument.Part.INPUT);
      case AGGREGATED -> script.argument(Argument.Part.AGGREGATED);
      case EDGE_FEATURES -> script.argument(Argument.Part.EDGE_FEATURES);
      case ROW -> weight(operation);
      case TYPE_ROW -> call("index_select", weight(operation), 0, block.types(operation.space()));
      case LINEAR -> call("mm", x(operation), matrix(operation));
      case TYPED_LINEAR, TYPED_LINEAR_TRANSPOSED -> typedLinear(number, operation);
      case DESTINATIONS -> block.ofDestinations(x(operation));
      case SOURCE_OF_EDGE -> call("embedding", x(operation), rowOfEdge(operation));
      case DESTINATION_OF_EDGE -> block.ofDestination(x(operation));
      case DESTINATION_OF_NEIGHBORHOOD -> block.toNeighborhoods(x(operation));
      case NEIGHBORHOOD_OF_EDGE -> block.ofNeighborhood(x(operation));
      case SUM_OF_NEIGHBORHOODS -> block.sumOfNeighborhoods("sum" + number, x(operation));
      case HEAD_OF_PAIR ->
          call("index_select", x(operation), 0, script.argument(Argument.Part.HEADS));
      case TAIL_OF_PAIR ->
          call("index_select", x(operation), 0, script.argument(Argument.Part.TAILS));
      case NEIGHBOR_MEAN -> overNeighbors(number, Mode.MEAN, "None");
      case NEIGHBOR_SUM -> overNeighbors(number, Mode.SUM, "None");
      case NEIGHBOR_MAX -> overNeighbors(number, Mode.MAX, "None");
      case NTH_NEIGHBOR -> block.nthNeighbor(x(operation), (int) operation.constant());
      case HAS_NEIGHBOR -> block.hasNeighbor((int) operation.constant());
      case NEIGHBOR_WEIGHTED_SUM ->
          overNeighbors(number, Mode.SUM, script.argument(Argument.Part.EDGE_WEIGHTS));
      case SELF_WEIGHTED -> call("mul", x(operation), selfWeights());
      case EDGE_SUM -> block.overEdges("sum" + number, x(operation), Space.EDGES, Mode.SUM, "None");
      case WEIGHTED_SUM -> weightedSum(number);
      case MEAN_BY_TYPE -> meanByType(number);
      case MIX_HEADS -> mixHeads(operation);
      case EDGE_SOFTMAX -> edgeSoftmax(number);
      case SUM_IN_HEADS -> sumInHeads(operation);
      case MEAN_OF_HEADS ->
          call("mean", byHead(operation, columns(operation.first()) / operation.columns()), "[1]");
      case ADD -> program.isTypedSum(operation) ? typedSum(number) : sum(operation);
      case MULTIPLY -> combined("mul", operation);
      case CONCAT -> call("cat", List.of(x(operation), y(operation)), 1);
      case COLUMNS -> columns(operation);
      case SCALE -> call("mul", x(operation), operation.constant());
      case LEAKY_RELU -> call("leaky_relu", x(operation), operation.constant());
      case RELU -> call(isSumOfItsOwn(operation.first()) ? "relu_" : "relu", x(operation));
      case ROW_SOFTMAX -> call("softmax", x(operation), 1, "None");
      case ELU, GELU, SIGMOID, TANH ->
          call(operation.operator().name().toLowerCase(Locale.ROOT), x(operation));
      case LAYER_NORM -> layerNorm(operation);
      case BATCH_MEAN -> batchMean(number, operation);
      case INVERSE_ROOT -> call("rsqrt", call("add", x(operation), operation.constant()));
      case DROPOUT ->
          call(
              "mul",
              x(operation),
              script.argument(new Argument(Argument.Part.MASK, operation.stream())));
    };
  }

  /**
   * True for a product or a sum that one operation alone looks at: it may be changed in place, as
   * neither keeps its result for the backward pass.
   */
  private boolean isSumOfItsOwn(int number) {
    Operator operator = program.operation(number).operator();
    return (operator == Operator.LINEAR || operator == Operator.ADD)
        && program.users(number).size() == 1;
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

  private Space space(int operand) {
    return program.operation(operand).space();
  }

  private String weight(Operation operation) {
    return script.argument(new Argument(Argument.Part.WEIGHT, operation.weight()));
  }

  /** The matrix of a product. */
  private String matrix(Operation operation) {
    return script.shared(matrix(weight(operation), columns(operation.first())));
  }

  /**
   * A matrix for a product, laid column after column: PyTorch then computes its gradient the same
   * way, with as many columns as the input has, not the output. For many rows that takes a seventh
   * less time, and a tenth of it where the output is {@link #NARROW}; where the input is, the
   * matrix stays as it is.
   *
   * @param in columns of what it is multiplied with
   */
  private static String matrix(String matrix, int in) {
    return in < NARROW
        ? matrix
        : call("transpose", call("contiguous", call("transpose", matrix, 0, 1)), 0, 1);
  }

  private String selfWeights() {
    return script.shared(call("unsqueeze", script.argument(Argument.Part.SELF_WEIGHTS), 1));
  }

  private String overNeighbors(int number, Mode mode, String weights) {
    Operation operation = program.operation(number);
    return block.overEdges("sum" + number, x(operation), Space.SOURCES, mode, weights);
  }

  private String weightedSum(int number) {
    Operation operation = program.operation(number);
    final int heads = columns(operation.second());
    return block.weightedSum(
        "sum" + number,
        operation.space(),
        x(operation),
        rowOfEdge(operation),
        y(operation),
        heads,
        operation.columns() / heads);
  }

  /** For each edge the number of its row in the first operand: its source's, or its own. */
  private String rowOfEdge(Operation operation) {
    if (space(operation.first()) == Space.EDGES) {
      return block.edges();
    }
    String order = places.get(operation.first());
    return order == null ? block.neighbors() : block.neighbors(order);
  }

  private String meanByType(int number) {
    Operation operation = program.operation(number);
    final int columns = columns(operation.first());
    return block.meanByType("mean" + number, x(operation), operation.columns() / columns, columns);
  }

  /** Less the largest score of each destination, so that the exponentials stay in range. */
  private String edgeSoftmax(int number) {
    String scores = x(program.operation(number));
    String largest =
        block.overEdges("largest" + number, call("detach", scores), Space.EDGES, Mode.MAX, "None");
    String powers =
        script.let(
            "powers" + number, call("exp", call("sub", scores, block.ofDestination(largest))));
    String sums = block.overEdges("sum" + number, powers, Space.EDGES, Mode.SUM, "None");
    return call("div", powers, block.ofDestination(sums));
  }

  /** Whole rows again: sums over edges read them as they lie. */
  private String columns(Operation operation) {
    final int from = (int) operation.constant();
    return call("contiguous", call("narrow", x(operation), 1, from, operation.columns()));
  }

  private String layerNorm(Operation operation) {
    List<Integer> shape = List.of(operation.columns());
    return call("layer_norm", x(operation), shape, "None", "None", Operator.NORM_EPSILON);
  }

  /** The mean, and in the place of its weight that less what the batch has. */
  private String batchMean(int number, Operation operation) {
    String rows = call("size", x(operation), 0);
    String sum = script.let("sum" + number, call("sum", x(operation), "[0]", "True"));
    String freedom = call("sub", rows, operation.constant());
    String divisor = call("clamp_min", call("scalar_tensor", freedom), 1);
    String ofBatch = call("div", call("detach", sum), divisor);
    script.let("difference" + number, call("sub_", weight(operation), ofBatch));
    return call("div", sum, rows);
  }

  /** The first operand as [rows, heads, columns of a head]. */
  private String byHead(Operation operation, int heads) {
    return reshape(x(operation), -1, heads, columns(operation.first()) / heads);
  }

  private String mixHeads(Operation operation) {
    final int heads = program.weights().get(operation.weight()).rows();
    String mix = call("transpose", weight(operation), 0, 1);
    return reshape(call("matmul", mix, byHead(operation, heads)), -1, operation.columns());
  }

  /** A product by type with the row of each type added. */
  private String typedSum(int number) {
    Operation sum = program.operation(number);
    String rows = weight(program.operation(sum.second()));
    return byType(
        number,
        program.operation(sum.first()),
        (type, product) -> product.plus(call("slice", rows, 0, type, type + 1)));
  }

  private String typedLinear(int number, Operation operation) {
    return byType(number, operation, (type, product) -> product.text());
  }

  /**
   * The rows of each type are multiplied together and put back to their places, unless edges alone
   * look at them: those look where they are.
   */
  private String byType(int number, Operation operation, BiFunction<Integer, Product, String> end) {
    Weight weight = program.weights().get(operation.weight());
    Heads heads = Heads.of(operation, columns(operation.first()), weight);
    final int types = weight.rows() / heads.rows();
    if (types == 1) {
      return end.apply(0, new Product(heads, x(operation), weight(operation)));
    }
    String typeOfRow = block.types(operation.space());
    List<String> ofTypes = new ArrayList<>();
    List<String> products = new ArrayList<>();
    for (int t = 0; t < types; t++) {
      String ofType = script.shared(reshape(call("nonzero", call("eq", typeOfRow, t)), -1));
      String rows = script.shared(call("index_select", x(operation), 0, ofType));
      int first = t * heads.rows();
      String matrices = call("slice", weight(operation), 0, first, first + heads.rows());
      ofTypes.add(ofType);
      products.add(end.apply(t, new Product(heads, rows, matrices)));
    }
    String order = script.shared(call("argsort", call("cat", ofTypes, 0)));
    String sorted = call("cat", products, 0);
    if (onlyEdgesLookAt(number)) {
      places.put(number, order);
      return sorted;
    }
    return call("index_select", sorted, 0, order);
  }

  private boolean onlyEdgesLookAt(int number) {
    List<Operation> users = program.users(number);
    return space(number) == Space.SOURCES
        && !users.isEmpty()
        && users.stream()
            .allMatch(
                user ->
                    user.operator() == Operator.SOURCE_OF_EDGE
                        || user.operator() == Operator.WEIGHTED_SUM);
  }

  /** The product of rows of one type. */
  private record Product(Heads heads, String rows, String matrices) {
    String text() {
      return heads.product(rows, matrices);
    }

    /** The same plus a row. */
    String plus(String row) {
      return heads.count() == 1 && !heads.transposed()
          ? call("addmm", row, rows, heads.matrix(matrices))
          : call("add", text(), row);
    }
  }

  /** Heads that are each multiplied by a matrix of their own, [in, out] or transposed. */
  private record Heads(int count, int in, int out, boolean transposed) {
    static Heads of(Operation operation, int columns, Weight weight) {
      boolean transposed = operation.operator() == Operator.TYPED_LINEAR_TRANSPOSED;
      int count = (transposed ? columns : operation.columns()) / weight.columns();
      return new Heads(count, columns / count, operation.columns() / count, transposed);
    }

    /** Rows of the stacked matrices. */
    int rows() {
      return count * (transposed ? out : in);
    }

    /** The matrix of one head. */
    String matrix(String matrices) {
      return transposed ? call("transpose", matrices, 0, 1) : ProgramPrinter.matrix(matrices, in);
    }

    String product(String rows, String matrices) {
      if (count == 1) {
        return call("mm", rows, matrix(matrices));
      }
      String byHead = call("transpose", reshape(rows, -1, count, in), 0, 1);
      String stacked = reshape(matrices, count, -1, transposed ? in : out);
      String products =
          call("bmm", byHead, transposed ? call("transpose", stacked, 1, 2) : stacked);
      return reshape(call("transpose", products, 0, 1), -1, count * out);
    }
  }

  /**
   * Scores of rows that are products themselves, {@code (x W) a} for each head, are one product
   * with few columns: {@code x (W A)} with the vectors as blocks of A. Nothing as wide as the heads
   * has to be written.
   */
  private String sumInHeads(Operation operation) {
    Operation scaled = program.operation(operation.first());
    final int heads = operation.columns();
    if (!isScaledProduct(scaled)) {
      return call("sum", byHead(operation, heads), "[2]");
    }
    String vectors = reshape(y(scaled), heads, -1, 1);
    String places = call("unsqueeze", call("eye", heads), 1);
    String blocks = reshape(call("mul", vectors, places), scaled.columns(), heads);
    Operation product = unscaled(scaled);
    boolean ofDestinations = space(scaled.first()) != product.space();
    String rows = ofDestinations ? block.ofDestinations(x(product)) : x(product);
    String scores = call("mm", weight(product), blocks);
    return call("mm", rows, matrix(scores, columns(product.first())));
  }

  /** True for rows of a product, or those of its destinations, times a row of parameters. */
  private boolean isScaledProduct(Operation operation) {
    return operation.operator() == Operator.MULTIPLY
        && program.operation(operation.second()).operator() == Operator.ROW
        && columns(operation.second()) == operation.columns()
        && unscaled(operation).operator() == Operator.LINEAR;
  }

  private Operation unscaled(Operation scaled) {
    Operation rows = program.operation(scaled.first());
    return rows.operator() == Operator.DESTINATIONS ? program.operation(rows.first()) : rows;
  }

  /** True for a scaled product that {@link #sumInHeads} alone looks at: it does without it. */
  private boolean isFactorOfScores(int number) {
    return isScaledProduct(program.operation(number))
        && program.users(number).stream()
            .allMatch(user -> user.operator() == Operator.SUM_IN_HEADS);
  }

  /** A sum with its products, beginning with what is smallest to write. */
  private String sum(Operation operation) {
    if (!SumTerms.isOfRows(program, operation)) {
      return combined("add", operation);
    }
    SumTerms terms = new SumTerms(program, operation);
    List<String> rest = new ArrayList<>();
    terms.singleRows.forEach(row -> rest.add(values[row]));
    terms.others.forEach(rows -> rest.add(values[rows]));
    String sum = terms.products.isEmpty() || terms.singleRows.isEmpty() ? null : rest.remove(0);
    boolean fresh = false;
    for (Operation product : terms.products) {
      if (sum == null) {
        sum = call("mm", x(product), matrix(product));
      } else {
        sum = call(fresh ? "addmm_" : "addmm", sum, x(product), matrix(product));
      }
      fresh = true;
    }
    for (String rows : rest) {
      sum = sum == null ? rows : call(fresh ? "add_" : "add", sum, rows);
    }
    return Objects.requireNonNull(sum, "a sum has terms");
  }

  /** A sum or product by element; the second operand may have one column a head. */
  private String combined(String function, Operation operation) {
    final int heads = columns(operation.second());
    if (heads == operation.columns() || heads == 1) {
      return call(function, x(operation), y(operation));
    }
    String second = call("unsqueeze", y(operation), 2);
    return reshape(call(function, byHead(operation, heads), second), -1, operation.columns());
  }
}
