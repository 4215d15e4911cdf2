// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes an equivalent program: copies operations one by one, with changes, then drops those that
 * nothing uses any more.
 */
final class Rewriting {
  private static final int NONE = -1;

  /**
   * A float that is gathered and added costs about as much as this many multiply-adds of a matrix
   * product, forward and backward together.
   */
  private static final long GATHER_COST = 16;

  /** Linear maps between rows that treat all columns alike: they commute with a product. */
  private static final Set<Operator> ROW_MAPS =
      EnumSet.of(
          Operator.DESTINATIONS,
          Operator.NEIGHBOR_MEAN,
          Operator.NEIGHBOR_SUM,
          Operator.NEIGHBOR_WEIGHTED_SUM,
          Operator.SELF_WEIGHTED);

  private final Program program;
  private final boolean scales; // true if a learned factor of whole rows is a row map too
  private final int[] numbers; // of the old operations, among the new ones
  private final List<Operation> result = new ArrayList<>();

  Rewriting(Program program) {
    this(program, false);
  }

  private Rewriting(Program program, boolean scales) {
    this.program = program;
    this.scales = scales;
    numbers = new int[program.operations().size()];
  }

  /** Without what the output does not need. */
  Program needed() {
    return without(operation -> false);
  }

  Program inEvaluation() {
    return new Rewriting(withStatistics())
        .without(operation -> operation.operator() == Operator.DROPOUT);
  }

  /** Rows of statistics instead of what is computed of a batch. */
  private Program withStatistics() {
    for (int i = 0; i < numbers.length; i++) {
      Operation operation = program.operation(i);
      numbers[i] =
          add(
              operation.weight() >= 0 && program.weights().get(operation.weight()).statistic()
                  ? operation.asRow()
                  : operation.on(renumbered(operation)));
    }
    return live();
  }

  Program withoutInputDropout() {
    return without(
        operation ->
            operation.operator() == Operator.DROPOUT
                && program.operation(operation.first()).operator() == Operator.INPUT);
  }

  private Program without(Predicate<Operation> dropped) {
    for (int i = 0; i < numbers.length; i++) {
      Operation operation = program.operation(i);
      numbers[i] =
          dropped.test(operation)
              ? numbers[operation.first()]
              : add(operation.on(renumbered(operation)));
    }
    return live();
  }

  Program aggregated() {
    for (int i = 0; i < numbers.length; i++) {
      Operation operation = program.operation(i);
      boolean ofInput =
          operation.operands().size() == 1
              && program.operation(operation.first()).operator() == Operator.INPUT;
      if (operation.operator() == Operator.INPUT) {
        numbers[i] = add(operation.shaped(Space.DESTINATIONS, operation.columns()));
      } else if (ofInput && operation.operator() == Operator.DESTINATIONS) {
        numbers[i] = numbers[operation.first()];
      } else if (ofInput) {
        numbers[i] = add(Operation.of(Operator.AGGREGATED, operation.space(), operation.columns()));
      } else {
        numbers[i] = add(operation.on(renumbered(operation)));
      }
    }
    return live();
  }

  /** The same from a value on, which takes the place of the input. */
  Program after(int value) {
    for (int i = 0; i < numbers.length; i++) {
      Operation operation = program.operation(i);
      numbers[i] =
          i == value
              ? add(Operation.of(Operator.INPUT, operation.space(), operation.columns()))
              : add(operation.on(renumbered(operation)));
    }
    return live();
  }

  /**
   * Products before sums, and before rows are scaled by one learned number, wherever that is; what
   * engines may do with less, sparse input needs.
   */
  Program inputProductFirst() {
    return new Rewriting(program, true).productFirst();
  }

  /** The value that is a product of the input, if nothing else looks at the input. */
  OptionalInt projection() {
    int found = NONE;
    int looks = 0;
    for (int i = 0; i < numbers.length; i++) {
      Operation operation = program.operation(i);
      for (int operand : operation.operands()) {
        if (program.operation(operand).operator() == Operator.INPUT) {
          looks++;
          found = operation.operator() == Operator.LINEAR ? i : found;
        }
      }
    }
    return found != NONE && looks == 1 ? OptionalInt.of(found) : OptionalInt.empty();
  }

  Program productFirst() {
    boolean changed = false;
    for (int i = 0; i < numbers.length; i++) {
      Operation operation = program.operation(i);
      int base = operation.operator() == Operator.LINEAR ? summedRows(operation.first()) : NONE;
      if (base == NONE) {
        numbers[i] = add(operation.on(renumbered(operation)));
      } else {
        changed = true;
        Space space = program.operation(base).space();
        int product = add(operation.on(List.of(numbers[base])).shaped(space, operation.columns()));
        numbers[i] = mapped(operation.first(), base, product, operation.columns());
      }
    }
    return changed ? live() : program;
  }

  boolean productFirstIsCheaper(long destinations, long sources, long edges) {
    long extra = 0; // multiply-adds
    for (Operation operation : program.operations()) {
      if (operation.operator() == Operator.LINEAR && summedRows(operation.first()) != NONE) {
        long in = program.operation(operation.first()).columns();
        long out = operation.columns();
        extra += (sources - destinations) * in * out - GATHER_COST * edges * (in - out);
      }
    }
    return extra < 0;
  }

  /** The sources whose rows a value adds up by row maps, or {@link #NONE} if it is more. */
  private int summedRows(int value) {
    int base = base(value);
    return base != NONE
            && program.operation(base).space() == Space.SOURCES
            && sumsNeighbors(value, base)
        ? base
        : NONE;
  }

  private int base(int value) {
    Operation operation = program.operation(value);
    if (ROW_MAPS.contains(operation.operator()) || isScaling(operation)) {
      return base(operation.first());
    }
    if (operation.operator() != Operator.ADD) {
      return value;
    }
    int left = base(operation.first());
    return left == base(operation.second()) && program.operation(left).space() == Space.SOURCES
        ? left
        : value;
  }

  private boolean isScaling(Operation operation) {
    return scales
        && operation.operator() == Operator.MULTIPLY
        && program.operation(operation.second()).operator() == Operator.ROW
        && program.operation(operation.second()).columns() == 1;
  }

  private boolean sumsNeighbors(int value, int base) {
    if (value == base) {
      return false;
    }
    Operation operation = program.operation(value);
    boolean sums =
        ROW_MAPS.contains(operation.operator())
            && operation.operator() != Operator.DESTINATIONS
            && operation.operator() != Operator.SELF_WEIGHTED;
    return sums || operation.operands().stream().anyMatch(operand -> sumsNeighbors(operand, base));
  }

  /** The row maps that lead from a base to a value, over the product instead of the base. */
  private int mapped(int value, int base, int product, int columns) {
    if (value == base) {
      return product;
    }
    Operation operation = program.operation(value);
    List<Integer> operands = new ArrayList<>();
    for (int operand : operation.operands()) {
      final boolean factor = isScaling(operation) && operand == operation.second();
      operands.add(factor ? numbers[operand] : mapped(operand, base, product, columns));
    }
    return add(operation.on(operands).shaped(operation.space(), columns));
  }

  private List<Integer> renumbered(Operation operation) {
    return operation.operands().stream().map(operand -> numbers[operand]).toList();
  }

  private int add(Operation operation) {
    result.add(operation);
    return result.size() - 1;
  }

  /** The new operations up to the output, without those that it does not need. */
  private Program live() {
    int output = numbers[numbers.length - 1];
    boolean[] used = new boolean[output + 1];
    used[output] = true;
    for (int i = output; i >= 0; i--) {
      if (used[i]) {
        result.get(i).operands().forEach(operand -> used[operand] = true);
      }
    }
    int[] places = new int[output + 1];
    Arrays.fill(places, NONE);
    List<Operation> kept = new ArrayList<>();
    for (int i = 0; i <= output; i++) {
      if (used[i]) {
        places[i] = kept.size();
        Operation operation = result.get(i);
        kept.add(operation.on(operation.operands().stream().map(o -> places[o]).toList()));
      }
    }
    return new Program(kept, program.weights());
  }
}
