// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.plan;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Space;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the programs of all layers as one list of values, each on its level. A layer has no end of
 * its own: what its vertices apply and what they transform for the next one are on one level.
 */
final class Lowering {
  /**
   * Rows of edges that are looked at on a later level are kept up to this width, else made anew.
   */
  private static final int KEPT_COLUMNS = 16;

  private final ModelSpec spec;
  private final List<Value> values = new ArrayList<>();
  private final Map<List<Integer>, Integer> copies = new HashMap<>(); // of a value on a level
  private final ParameterLayout layout;
  private int layer; // that is being lowered
  private int[] numbers = {}; // of the values of a layer's operations

  Lowering(ModelSpec spec) {
    this.spec = spec;
    layout = spec.layout();
  }

  /** The values of a model; the last one is its output. */
  List<Value> lower(boolean training) {
    int rows = add(Kind.INPUT, Place.VERTEX, spec.inputDim(), List.of());
    for (int k = 0; k < spec.layers(); k++) {
      layer = k;
      Program written = training ? spec.program(k) : spec.program(k).inEvaluation();
      Program program = narrow(written) ? written.productFirst() : written;
      numbers = new int[program.operations().size()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = lower(program, program.operation(i), rows);
      }
      rows = numbers[numbers.length - 1];
    }
    return new Sinking(values).values();
  }

  /** Rows are added up after their product where that is narrower: they travel, too. */
  private static boolean narrow(Program program) {
    return program.productFirstIsCheaper(1, 1, 8);
  }

  private int lower(Program program, Operation operation, int rows) {
    return switch (operation.operator()) {
      case INPUT -> rows;
      case DESTINATIONS -> operand(operation, 0);
      case COLUMNS -> columns(operation);
      case SOURCE_OF_EDGE -> add(Kind.AT_SOURCE, Place.EDGE, operation);
      case DESTINATION_OF_EDGE -> add(Kind.AT_DESTINATION, Place.EDGE, operation);
      case DESTINATION_OF_NEIGHBORHOOD -> add(Kind.AT_NEIGHBORHOOD, Place.NEIGHBORHOOD, operation);
      case NEIGHBOR_SUM -> add(Kind.NEIGHBOR_SUM, Place.VERTEX, operation);
      case NEIGHBOR_MEAN -> scaled(Kind.BY_DEGREE, add(Kind.NEIGHBOR_SUM, Place.VERTEX, operation));
      case NEIGHBOR_WEIGHTED_SUM -> weightedSum(operation);
      case SELF_WEIGHTED -> scaled(Kind.BY_NORM_SQUARED, operand(operation, 0));
      case MEAN_BY_TYPE ->
          scaled(Kind.BY_DEGREE_OF_TYPE, add(Kind.NEIGHBOR_SUM_BY_TYPE, Place.VERTEX, operation));
      case NEIGHBOR_MAX -> {
        int messages =
            add(Kind.AT_SOURCE, Place.EDGE, operation.columns(), List.of(operand(operation, 0)));
        yield add(Kind.EDGE_MAX, Place.VERTEX, operation.columns(), List.of(messages));
      }
      case EDGE_SOFTMAX -> softmax(operation);
      case WEIGHTED_SUM -> weighted(program, operation);
      case SUM_OF_NEIGHBORHOODS -> {
        requireLinear(operand(operation, 0));
        yield add(Kind.SUM_OF_NEIGHBORHOODS, Place.VERTEX, operation);
      }
      case NEIGHBORHOOD_OF_EDGE -> {
        requireWhole(operand(operation, 0));
        yield add(Kind.NEIGHBORHOOD_OF_EDGE, Place.EDGE, operation);
      }
      case DROPOUT -> {
        int value = add(Kind.DROPOUT, place(operation), operation);
        if (operation.space() == Space.NEIGHBORHOODS) {
          throw unsupported(values.get(value));
        }
        yield value;
      }
      case NTH_NEIGHBOR, HAS_NEIGHBOR ->
          throw new GraphemberException(
              SpiError.MODEL_UNSUPPORTED,
              "%s cannot be computed by partitions: it looks at neighbours one after the other, and those of a vertex may lie in several; train it with training.batch.type: mini-batch."
                  .formatted(spec.kind().name()));
      case AGGREGATED, HEAD_OF_PAIR, TAIL_OF_PAIR ->
          throw new IllegalArgumentException(operation.operator() + " is in no layer");
      default -> add(Kind.valueOf(operation.operator().name()), place(operation), operation);
    };
  }

  private static Place place(Operation operation) {
    return switch (operation.space()) {
      case SOURCES, DESTINATIONS -> Place.VERTEX;
      case EDGES -> Place.EDGE;
      case NEIGHBORHOODS -> Place.NEIGHBORHOOD;
      case ONE -> Place.ONE;
      case PAIRS -> throw new IllegalArgumentException("a layer has no pairs");
    };
  }

  private int operand(Operation operation, int i) {
    return numbers[operation.operands().get(i)];
  }

  /** Columns of rows that were put together are those that were there before. */
  private int columns(Operation operation) {
    Value of = values.get(operand(operation, 0));
    int from = (int) operation.constant();
    while (of.kind() == Kind.CONCAT) {
      final int left = values.get(of.first()).columns();
      if (from + operation.columns() <= left) {
        of = values.get(of.first());
      } else if (from >= left) {
        from -= left;
        of = values.get(of.second());
      } else {
        break;
      }
    }
    return of.columns() == operation.columns()
        ? of.number()
        : add(
            Kind.COLUMNS,
            place(operation),
            operation.columns(),
            List.of(of.number()),
            -1,
            -1,
            from);
  }

  private int scaled(Kind kind, int value) {
    return add(kind, Place.VERTEX, values.get(value).columns(), List.of(value));
  }

  private int weightedSum(Operation operation) {
    int scaled = scaled(Kind.BY_NORM, operand(operation, 0));
    int sum = add(Kind.NEIGHBOR_SUM, Place.VERTEX, operation.columns(), List.of(scaled));
    return scaled(Kind.BY_NORM, sum);
  }

  /** The largest score of all partitions first, then the sum of all of them (GraphTheta, 3.2). */
  private int softmax(Operation operation) {
    final int columns = operation.columns();
    final int scores = operand(operation, 0);
    int largest = add(Kind.LARGEST, Place.VERTEX, columns, List.of(scores));
    int atEdges = add(Kind.AT_DESTINATION, Place.EDGE, columns, List.of(largest));
    int powers = add(Kind.EXP_DIFFERENCE, Place.EDGE, columns, List.of(scores, atEdges));
    int sum = add(Kind.EDGE_SUM, Place.VERTEX, columns, List.of(powers));
    int sums = add(Kind.AT_DESTINATION, Place.EDGE, columns, List.of(sum));
    return add(Kind.DIVIDE, Place.EDGE, columns, List.of(powers, sums));
  }

  private int weighted(Program program, Operation operation) {
    int rows = operand(operation, 0);
    if (program.operation(operation.first()).space() == Space.SOURCES) {
      int columns = values.get(rows).columns();
      rows = add(Kind.AT_SOURCE, Place.EDGE, columns, List.of(rows));
    }
    final boolean byType = operation.space() == Space.NEIGHBORHOODS;
    return add(
        byType ? Kind.WEIGHTED_SUM_BY_TYPE : Kind.WEIGHTED_SUM,
        byType ? Place.NEIGHBORHOOD : Place.VERTEX,
        operation.columns(),
        List.of(rows, operand(operation, 1)));
  }

  /** What a partition has of a neighbourhood's sum may be multiplied and added up, no more. */
  private void requireLinear(int number) {
    Value value = values.get(number);
    boolean linear =
        switch (value.kind()) {
          case TYPED_LINEAR,
              TYPED_LINEAR_TRANSPOSED,
              LINEAR,
              MIX_HEADS,
              SCALE,
              SUM_IN_HEADS,
              MEAN_OF_HEADS -> {
            requireLinear(value.first());
            yield true;
          }
          case WEIGHTED_SUM_BY_TYPE -> true;
          default -> false;
        };
    if (!linear) {
      throw unsupported(value);
    }
  }

  /** A neighbourhood's own rows are whole everywhere, its sums are not. */
  private void requireWhole(int number) {
    Value value = values.get(number);
    if (value.kind() == Kind.WEIGHTED_SUM_BY_TYPE) {
      throw unsupported(value);
    }
    if (value.place() == Place.NEIGHBORHOOD) {
      value.operands().forEach(this::requireWhole);
    }
  }

  private GraphemberException unsupported(Value value) {
    return new GraphemberException(
        SpiError.MODEL_UNSUPPORTED,
        "%s cannot be computed by partitions: %s is made of what one of them has of a neighbourhood, and a neighbourhood may lie in several; train it with training.batch.type: mini-batch."
            .formatted(spec.kind().name(), value.kind()));
  }

  private int add(Kind kind, Place place, Operation operation) {
    List<Integer> operands = operation.operands().stream().map(o -> numbers[o]).toList();
    int parameter = operation.weight() < 0 ? -1 : layout.number(layer, operation.weight());
    return add(
        kind,
        place,
        operation.columns(),
        operands,
        parameter,
        operation.stream(),
        operation.constant());
  }

  private int add(Kind kind, Place place, int columns, List<Integer> operands) {
    return add(kind, place, columns, operands, -1, -1, 0);
  }

  private int add(
      Kind kind,
      Place place,
      int columns,
      List<Integer> operands,
      int parameter,
      int stream,
      double constant) {
    final boolean atEdges = atEdges(kind, place);
    int level = atEdges ? 1 : 0;
    for (int operand : operands) {
      level = Math.max(level, available(values.get(operand), atEdges));
    }
    final int on = level;
    List<Integer> near = operands.stream().map(o -> atEdges ? near(o, on) : o).toList();
    final boolean learned =
        kind != Kind.BATCH_MEAN && parameter >= 0
            || kind != Kind.LARGEST && near.stream().anyMatch(o -> values.get(o).learned());
    final boolean fixed =
        parameter < 0 && kind != Kind.DROPOUT && near.stream().allMatch(o -> values.get(o).fixed());
    int number = values.size();
    values.add(
        new Value(
            number, kind, place, level, columns, near, parameter, stream, constant, learned,
            fixed));
    return number;
  }

  private static boolean atEdges(Kind kind, Place place) {
    return kind.collected() || place == Place.EDGE || place == Place.NEIGHBORHOOD;
  }

  /** The first level on which a value can be looked at. */
  private static int available(Value value, boolean atEdges) {
    if (value.ofRows() && value.operands().isEmpty()) {
      return atEdges ? 1 : 0;
    }
    if (value.kind() == Kind.BATCH_MEAN) {
      return value.level() + 2 + (atEdges ? 1 : 0);
    }
    if (value.kind().collected()) {
      return value.level() + (atEdges ? 2 : 1);
    }
    final boolean ofEdges = value.place() == Place.EDGE || value.place() == Place.NEIGHBORHOOD;
    return value.level() + (atEdges && !ofEdges ? 1 : 0);
  }

  /** Rows of edges on that level: those of an earlier one if they are kept, or made anew. */
  private int near(int number, int level) {
    Value value = values.get(number);
    final boolean ofEdges = value.place() == Place.EDGE || value.place() == Place.NEIGHBORHOOD;
    if (!ofEdges || value.level() == level || kept(value)) {
      return number;
    }
    Integer copy = copies.get(List.of(number, level));
    if (copy != null) {
      return copy;
    }
    List<Integer> operands = value.operands().stream().map(o -> near(o, level)).toList();
    int made = values.size();
    values.add(
        new Value(
            made,
            value.kind(),
            value.place(),
            level,
            value.columns(),
            operands,
            value.parameter(),
            value.stream(),
            value.constant(),
            value.learned(),
            value.fixed()));
    copies.put(List.of(number, level), made);
    return made;
  }

  private static boolean kept(Value value) {
    return switch (value.kind()) {
      case AT_SOURCE, AT_DESTINATION, AT_NEIGHBORHOOD, NEIGHBORHOOD_OF_EDGE, EDGE_FEATURES -> false;
      default -> value.place() == Place.EDGE && value.columns() <= KEPT_COLUMNS;
    };
  }
}
