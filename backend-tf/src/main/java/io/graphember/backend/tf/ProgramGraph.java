// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import io.graphember.spi.model.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Sum;
import org.tensorflow.op.linalg.MatMul;
import org.tensorflow.op.math.Mean;
import org.tensorflow.op.nn.LeakyRelu;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/**
 * Builds a program in a graph, of operations whose gradients TensorFlow has. Sums over edges gather
 * the rows of the edges and add those of a segment, which repeats its bits with one thread and
 * gives 0 for no edges.
 */
final class ProgramGraph {
  private static final float SQRT_HALF = (float) Math.sqrt(0.5);

  private final Ops tf;
  private final Placeholders placeholders;
  private final int number;
  private final Program program;
  private final Operand<TFloat32> input;
  private final List<Operand<TFloat32>> values = new ArrayList<>(); // null for terms, see typedSum

  private ProgramGraph(
      Ops tf, Placeholders placeholders, int number, Program program, Operand<TFloat32> input) {
    this.tf = tf;
    this.placeholders = placeholders;
    this.number = number;
    this.program = program;
    this.input = input;
  }

  /**
   * Adds the operations of a program.
   *
   * @param number of the program, see {@link Feed}
   * @param input the rows that enter
   * @return the output
   */
  static Operand<TFloat32> build(
      Ops tf, Placeholders placeholders, int number, Program program, Operand<TFloat32> input) {
    ProgramGraph graph = new ProgramGraph(tf, placeholders, number, program, input);
    for (int i = 0; i < program.operations().size(); i++) {
      graph.values.add(program.isTypedTerm(i) ? null : graph.value(program.operation(i)));
    }
    return graph.values.get(graph.values.size() - 1);
  }

  private Operand<TFloat32> value(Operation operation) {
    return switch (operation.operator()) {
      case INPUT -> input;
      case AGGREGATED -> rowsOf(Feed.Part.AGGREGATED, operation);
      case EDGE_FEATURES -> rowsOf(Feed.Part.EDGE_FEATURES, operation);
      case ROW -> weight(operation);
      case TYPE_ROW -> gather(weight(operation), types(operation.space()));
      case LINEAR -> tf.linalg.matMul(x(operation), weight(operation));
      case TYPED_LINEAR, TYPED_LINEAR_TRANSPOSED -> typedLinear(operation);
      case DESTINATIONS -> ofDestinations(x(operation), operation.columns());
      case SOURCE_OF_EDGE -> gather(x(operation), ints(Feed.Part.NEIGHBORS));
      case DESTINATION_OF_EDGE -> gather(x(operation), ints(Feed.Part.DESTINATION_OF_EDGE));
      case DESTINATION_OF_NEIGHBORHOOD ->
          gather(x(operation), ints(Feed.Part.DESTINATION_OF_NEIGHBORHOOD));
      case NEIGHBORHOOD_OF_EDGE -> gather(x(operation), ints(Feed.Part.NEIGHBORHOOD_OF_EDGE));
      case SUM_OF_NEIGHBORHOODS ->
          tf.math.unsortedSegmentSum(
              x(operation), ints(Feed.Part.DESTINATION_OF_NEIGHBORHOOD), destinations());
      case HEAD_OF_PAIR -> gather(x(operation), ints(Feed.Part.HEADS));
      case TAIL_OF_PAIR -> gather(x(operation), ints(Feed.Part.TAILS));
      case NEIGHBOR_MEAN -> mean(rowsOfEdges(operation), ints(Feed.Part.DESTINATION_OF_EDGE), 1);
      case NEIGHBOR_SUM -> sumOfEdges(rowsOfEdges(operation));
      case NEIGHBOR_WEIGHTED_SUM ->
          sumOfEdges(tf.math.mul(rowsOfEdges(operation), column(Feed.Part.EDGE_WEIGHTS)));
      case SELF_WEIGHTED -> tf.math.mul(x(operation), column(Feed.Part.SELF_WEIGHTS));
      case NEIGHBOR_MAX -> maximum(operation);
      case NTH_NEIGHBOR -> nthNeighbor(operation);
      case HAS_NEIGHBOR -> hasNeighbor(operation);
      case EDGE_SUM -> sumOfEdges(x(operation));
      case WEIGHTED_SUM -> weightedSum(operation);
      case MEAN_BY_TYPE -> meanByType(operation);
      case MIX_HEADS -> mixHeads(operation);
      case EDGE_SOFTMAX -> edgeSoftmax(x(operation));
      case SUM_IN_HEADS ->
          tf.sum(byHead(x(operation), operation.columns(), columns(operation.first())), axis(2));
      case MEAN_OF_HEADS ->
          tf.math.mean(
              byHead(
                  x(operation),
                  columns(operation.first()) / operation.columns(),
                  columns(operation.first())),
              axis(1));
      case ADD -> program.isTypedSum(operation) ? typedSum(operation) : combined(operation);
      case MULTIPLY -> combined(operation);
      case CONCAT -> tf.concat(List.of(x(operation), y(operation)), axis(1));
      case COLUMNS ->
          tf.slice(
              x(operation),
              tf.array(0, (int) operation.constant()),
              tf.array(-1, operation.columns()));
      case SCALE -> tf.math.mul(x(operation), constant(operation));
      case RELU -> tf.nn.relu(x(operation));
      case LEAKY_RELU ->
          tf.nn.leakyRelu(x(operation), LeakyRelu.alpha((float) operation.constant()));
      case ELU -> tf.nn.elu(x(operation));
      case GELU -> gelu(x(operation));
      case SIGMOID -> tf.math.sigmoid(x(operation));
      case TANH -> tf.math.tanh(x(operation));
      case ROW_SOFTMAX -> tf.nn.softmax(x(operation));
      case LAYER_NORM -> layerNorm(x(operation));
      case BATCH_MEAN -> batchMean(operation);
      case INVERSE_ROOT -> tf.math.rsqrt(tf.math.add(x(operation), constant(operation)));
      case DROPOUT -> tf.math.mul(x(operation), mask(operation));
    };
  }

  private Operand<TFloat32> x(Operation operation) {
    return values.get(operation.first());
  }

  private Operand<TFloat32> y(Operation operation) {
    return values.get(operation.second());
  }

  private int columns(int operand) {
    return program.operation(operand).columns();
  }

  private Feed ofWeight(Operation operation) {
    return placeholders.ofWeight(number, operation.weight());
  }

  private Feed feed(Feed.Part part, int ofPart) {
    return new Feed(number, part, ofPart);
  }

  private Operand<TFloat32> rowsOf(Feed.Part part, Operation operation) {
    return placeholders.floats(feed(part, 0), Placeholders.ANY, operation.columns());
  }

  private Operand<TFloat32> column(Feed.Part part) {
    return placeholders.floats(feed(part, 0), Placeholders.ANY, 1);
  }

  private Operand<TInt32> ints(Feed.Part part) {
    return placeholders.ints(feed(part, 0), Placeholders.ANY);
  }

  private Operand<TFloat32> mask(Operation operation) {
    return placeholders.floats(
        feed(Feed.Part.MASK, operation.stream()), Placeholders.ANY, operation.columns());
  }

  private Operand<TFloat32> weight(Operation operation) {
    int rows = program.weights().get(operation.weight()).rows();
    int columns = program.weights().get(operation.weight()).columns();
    return placeholders.floats(ofWeight(operation), rows, columns);
  }

  private Operand<TInt32> destinations() {
    return placeholders.ints(feed(Feed.Part.DESTINATIONS, 0));
  }

  private Operand<TInt32> axis(int axis) {
    return tf.constant(axis);
  }

  private Operand<TFloat32> constant(Operation operation) {
    return tf.constant((float) operation.constant());
  }

  private Operand<TInt32> types(Space space) {
    return switch (space) {
      case SOURCES -> ints(Feed.Part.VERTEX_TYPES);
      case DESTINATIONS ->
          tf.slice(
              ints(Feed.Part.VERTEX_TYPES), tf.array(0), tf.reshape(destinations(), tf.array(1)));
      case NEIGHBORHOODS -> ints(Feed.Part.TYPE_OF_NEIGHBORHOOD);
      case EDGES -> ints(Feed.Part.EDGE_TYPES);
      case PAIRS -> ints(Feed.Part.RELATIONS);
      case ONE -> throw new IllegalArgumentException("a single row has no type");
    };
  }

  private Operand<TFloat32> gather(Operand<TFloat32> rows, Operand<TInt32> numbers) {
    return tf.gather(rows, numbers, axis(0));
  }

  private Operand<TFloat32> ofDestinations(Operand<TFloat32> rows, int columns) {
    Operand<TInt32> size = tf.stack(List.of(destinations(), tf.constant(columns)));
    return tf.slice(rows, tf.array(0, 0), size);
  }

  /** To each edge the row of its source, or its own. */
  private Operand<TFloat32> rowsOfEdges(Operation operation) {
    boolean own = program.operation(operation.first()).space() == Space.EDGES;
    return own ? x(operation) : gather(x(operation), ints(Feed.Part.NEIGHBORS));
  }

  private Operand<TFloat32> sumOfEdges(Operand<TFloat32> rows) {
    return tf.math.unsortedSegmentSum(rows, ints(Feed.Part.DESTINATION_OF_EDGE), destinations());
  }

  /** Mean of the rows of each segment, of which there are so many for each destination. */
  private Operand<TFloat32> mean(Operand<TFloat32> rows, Operand<TInt32> segments, int each) {
    Operand<TInt32> count = tf.math.mul(destinations(), tf.constant(each));
    Operand<TFloat32> ones = tf.fill(tf.shape(segments), tf.constant(1f));
    Operand<TFloat32> sizes = tf.math.unsortedSegmentSum(ones, segments, count);
    Operand<TFloat32> shares = tf.math.reciprocal(tf.math.maximum(sizes, tf.constant(1f)));
    return tf.math.mul(
        tf.math.unsortedSegmentSum(rows, segments, count), tf.expandDims(shares, axis(1)));
  }

  /** The largest of each segment; the lowest float where there are no edges becomes 0. */
  private Operand<TFloat32> maximum(Operation operation) {
    Operand<TFloat32> largest =
        tf.math.unsortedSegmentMax(
            rowsOfEdges(operation), ints(Feed.Part.DESTINATION_OF_EDGE), destinations());
    Operand<TBool> none = tf.math.equal(largest, tf.constant(-Float.MAX_VALUE));
    return tf.select(none, tf.zerosLike(largest), largest);
  }

  /** Zeros where there is none: of another row, which there always is. */
  private Operand<TFloat32> nthNeighbor(Operation operation) {
    Operand<TInt32> numbers = tf.math.maximum(numbers(operation), tf.constant(0));
    return tf.math.mul(gather(x(operation), numbers), hasNeighbor(operation));
  }

  private Operand<TFloat32> hasNeighbor(Operation operation) {
    Operand<TBool> there = tf.math.greaterEqual(numbers(operation), tf.constant(0));
    return tf.expandDims(tf.dtypes.cast(there, TFloat32.class), axis(1));
  }

  private Operand<TInt32> numbers(Operation operation) {
    return placeholders.ints(
        feed(Feed.Part.NTH_NEIGHBOR, (int) operation.constant()), Placeholders.ANY);
  }

  private Operand<TFloat32> weightedSum(Operation operation) {
    final int heads = columns(operation.second());
    Operand<TFloat32> rows = byHead(rowsOfEdges(operation), heads, operation.columns());
    Operand<TFloat32> weighted =
        flat(tf.math.mul(rows, tf.expandDims(y(operation), axis(2))), operation.columns());
    return operation.space() == Space.NEIGHBORHOODS
        ? tf.math.unsortedSegmentSum(
            weighted,
            ints(Feed.Part.NEIGHBORHOOD_OF_EDGE),
            tf.size(ints(Feed.Part.TYPE_OF_NEIGHBORHOOD)))
        : sumOfEdges(weighted);
  }

  private Operand<TFloat32> meanByType(Operation operation) {
    final int types = operation.columns() / columns(operation.first());
    Operand<TInt32> segments =
        tf.math.add(
            tf.math.mul(ints(Feed.Part.DESTINATION_OF_EDGE), tf.constant(types)),
            ints(Feed.Part.EDGE_TYPES));
    return flat(mean(rowsOfEdges(operation), segments, types), operation.columns());
  }

  private Operand<TFloat32> mixHeads(Operation operation) {
    final int heads = program.weights().get(operation.weight()).rows();
    final int others = program.weights().get(operation.weight()).columns();
    Operand<TInt32> headsLast = tf.array(0, 2, 1);
    Operand<TFloat32> rows =
        tf.linalg.transpose(byHead(x(operation), heads, columns(operation.first())), headsLast);
    Operand<TFloat32> mixed = tf.linalg.matMul(flat(rows, heads), weight(operation));
    Operand<TFloat32> byRow = tf.reshape(mixed, tf.array(-1, operation.columns() / others, others));
    return flat(tf.linalg.transpose(byRow, headsLast), operation.columns());
  }

  /** A product by type with the row of each type added. */
  private Operand<TFloat32> typedSum(Operation sum) {
    Operand<TFloat32> rows = weight(program.operation(sum.second()));
    return byType(
        program.operation(sum.first()),
        (type, product) ->
            tf.math.add(product, tf.slice(rows, tf.array(type, 0), tf.array(1, sum.columns()))));
  }

  private Operand<TFloat32> typedLinear(Operation operation) {
    return byType(operation, (type, product) -> product);
  }

  /** The rows of each type are multiplied together and put back to their places. */
  private Operand<TFloat32> byType(
      Operation operation, BiFunction<Integer, Operand<TFloat32>, Operand<TFloat32>> end) {
    Weight weight = program.weights().get(operation.weight());
    boolean transposed = operation.operator() == Operator.TYPED_LINEAR_TRANSPOSED;
    final int heads =
        (transposed ? columns(operation.first()) : operation.columns()) / weight.columns();
    final int rowsOfHead = (transposed ? operation.columns() : columns(operation.first())) / heads;
    final int types = weight.rows() / (heads * rowsOfHead);
    Operand<TInt32> typeOfRow = types(operation.space());
    Operand<TInt32> numbers = tf.range(tf.constant(0), tf.size(typeOfRow), tf.constant(1));
    List<Operand<TInt32>> places = new ArrayList<>();
    tf.dynamicPartition(numbers, typeOfRow, (long) types).outputs().forEach(places::add);
    List<Operand<TFloat32>> products = new ArrayList<>();
    for (Operand<TFloat32> rows :
        tf.dynamicPartition(x(operation), typeOfRow, (long) types).outputs()) {
      List<Operand<TFloat32>> matrices = new ArrayList<>();
      for (int h = 0; h < heads; h++) {
        int first = (products.size() * heads + h) * rowsOfHead;
        matrices.add(
            tf.slice(
                weight(operation), tf.array(first, 0), tf.array(rowsOfHead, weight.columns())));
      }
      products.add(end.apply(products.size(), productByHead(rows, matrices, transposed)));
    }
    return flat(tf.dynamicStitch(places, products), operation.columns());
  }

  /** The product of each head with its own matrix. */
  private Operand<TFloat32> productByHead(
      Operand<TFloat32> rows, List<Operand<TFloat32>> matrices, boolean transposed) {
    MatMul.Options order = MatMul.transposeB(transposed);
    if (matrices.size() == 1) {
      return tf.linalg.matMul(rows, matrices.get(0), order);
    }
    List<Operand<TFloat32>> products = new ArrayList<>();
    int number = 0;
    for (Operand<TFloat32> head : tf.split(axis(1), rows, (long) matrices.size()).output()) {
      products.add(tf.linalg.matMul(head, matrices.get(number++), order));
    }
    return tf.concat(products, axis(1));
  }

  /** Less the largest score of each destination, so that the exponentials stay in range. */
  private Operand<TFloat32> edgeSoftmax(Operand<TFloat32> scores) {
    Operand<TInt32> destinationOfEdge = ints(Feed.Part.DESTINATION_OF_EDGE);
    Operand<TFloat32> largest =
        tf.math.unsortedSegmentMax(tf.stopGradient(scores), destinationOfEdge, destinations());
    Operand<TFloat32> shifted =
        tf.math.sub(scores, tf.stopGradient(gather(largest, destinationOfEdge)));
    Operand<TFloat32> powers = tf.math.exp(shifted);
    return tf.math.div(powers, gather(sumOfEdges(powers), destinationOfEdge));
  }

  private Operand<TFloat32> byHead(Operand<TFloat32> rows, int heads, int columns) {
    return tf.reshape(rows, tf.array(-1, heads, columns / heads));
  }

  private Operand<TFloat32> flat(Operand<TFloat32> rows, int columns) {
    return tf.reshape(rows, tf.array(-1, columns));
  }

  /** A sum or product by element with a second operand that may have one column a head. */
  private Operand<TFloat32> combined(Operation operation) {
    final int heads = columns(operation.second());
    Operand<TFloat32> x = x(operation);
    Operand<TFloat32> y = y(operation);
    boolean repeated = heads != operation.columns() && heads != 1;
    if (repeated) {
      x = byHead(x, heads, operation.columns());
      y = tf.expandDims(y, axis(2));
    }
    Operand<TFloat32> result =
        operation.operator() == Operator.ADD ? tf.math.add(x, y) : tf.math.mul(x, y);
    return repeated ? flat(result, operation.columns()) : result;
  }

  /** The mean, and in the place of its gradient its weight less what the batch has. */
  private Operand<TFloat32> batchMean(Operation operation) {
    Operand<TInt32> count = tf.slice(tf.shape(x(operation)), tf.array(0), tf.array(1));
    Operand<TFloat32> rows = tf.dtypes.cast(count, TFloat32.class);
    Operand<TFloat32> sum = tf.sum(x(operation), axis(0), Sum.keepDims(true));
    Operand<TFloat32> freedom = tf.math.sub(rows, constant(operation));
    Operand<TFloat32> ofBatch = tf.math.div(sum, tf.math.maximum(freedom, tf.constant(1f)));
    placeholders.differ(ofWeight(operation), tf.math.sub(weight(operation), ofBatch));
    return tf.math.div(sum, rows);
  }

  private Operand<TFloat32> gelu(Operand<TFloat32> x) {
    Operand<TFloat32> erf = tf.math.erf(tf.math.mul(x, tf.constant(SQRT_HALF)));
    Operand<TFloat32> normal = tf.math.mul(tf.math.add(erf, tf.constant(1f)), tf.constant(0.5f));
    return tf.math.mul(x, normal);
  }

  private Operand<TFloat32> layerNorm(Operand<TFloat32> x) {
    Operand<TFloat32> centred = tf.math.sub(x, tf.math.mean(x, axis(1), Mean.keepDims(true)));
    Operand<TFloat32> variance =
        tf.math.mean(tf.math.square(centred), axis(1), Mean.keepDims(true));
    Operand<TFloat32> epsilon = tf.constant((float) Operator.NORM_EPSILON);
    return tf.math.mul(centred, tf.math.rsqrt(tf.math.add(variance, epsilon)));
  }
}
