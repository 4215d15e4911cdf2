// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Takes down operations in the order in which a layer or a decoder names them. */
final class ProgramBuilder {
  /** Programs whose streams lie between one another; those of the next ones lie behind them. */
  private static final int GROUP = 4;

  /** Streams of a group. */
  private static final int STREAMS = 1 << 20;

  private final List<Operation> operations = new ArrayList<>();
  private final List<Weight> weights = new ArrayList<>();
  private final int part;
  private Optional<SharedPart> sharedPart = Optional.empty(); // that is being written
  private int masks;

  /**
   * A part whose weights other programs may have, too.
   *
   * @param names of weights that were written in it
   */
  private record SharedPart(String name, Set<String> names) {
    Weight of(Weight weight) {
      if (!names.add(weight.name())) {
        throw new IllegalArgumentException(
            "two weights of the shared part %s are named %s".formatted(name, weight.name()));
      }
      return weight.sharedIn(name);
    }
  }

  /**
   * A builder.
   *
   * @param part number of the program among those of its model
   */
  ProgramBuilder(int part) {
    this.part = part;
  }

  int columns(int value) {
    return operations.get(value).columns();
  }

  int add(Operator operator, Space space, int columns, Integer... operands) {
    return add(Operation.of(operator, space, columns, operands));
  }

  int weighted(Operator operator, Space space, int columns, Weight weight, Integer... operands) {
    return weighted(operator, space, columns, weight, 0, List.of(operands));
  }

  /** A row that follows from a batch in training, and is its running mean in evaluation. */
  int statistic(Operator operator, int operand, Weight mean, double constant) {
    return weighted(operator, Space.ONE, mean.columns(), mean, constant, List.of(operand));
  }

  private int weighted(
      Operator operator,
      Space space,
      int columns,
      Weight weight,
      double constant,
      List<Integer> operands) {
    int number = sharedPart.map(shared -> number(shared.of(weight))).orElseGet(() -> first(weight));
    return add(new Operation(operator, space, columns, operands, number, -1, constant));
  }

  /** Writes a part whose weights other programs may have, too; parts may lie in parts. */
  <T> T sharing(String name, Supplier<T> written) {
    final Optional<SharedPart> outer = sharedPart;
    String whole = outer.map(before -> before.name() + "." + name).orElse(name);
    sharedPart = Optional.of(new SharedPart(whole, new HashSet<>()));
    try {
      return written.get();
    } finally {
      sharedPart = outer;
    }
  }

  int constant(Operator operator, Space space, int columns, int operand, double constant) {
    return constant(operator, space, columns, List.of(operand), constant);
  }

  int constant(
      Operator operator, Space space, int columns, List<Integer> operands, double constant) {
    return add(new Operation(operator, space, columns, operands, -1, -1, constant));
  }

  /** With a weight that other operations may have, too. */
  int shared(Operator operator, Space space, int columns, Weight weight, Integer... operands) {
    return add(new Operation(operator, space, columns, List.of(operands), again(weight), -1, 0));
  }

  /** The number of a weight that other operations may have, too. */
  private int again(Weight weight) {
    return number(sharedPart.map(shared -> weight.sharedIn(shared.name())).orElse(weight));
  }

  private int number(Weight weight) {
    return weights.contains(weight) ? weights.indexOf(weight) : first(weight);
  }

  private int first(Weight weight) {
    if (weights.stream().anyMatch(other -> other.name().equals(weight.name()))) {
      throw new IllegalArgumentException("two weights are named " + weight.name());
    }
    weights.add(weight);
    return weights.size() - 1;
  }

  /**
   * An operation of another program, with operands of this one, and the weight that it has there.
   */
  int copy(Operation operation, List<Weight> ofOther) {
    if (operation.weight() < 0) {
      return add(operation);
    }
    return add(
        new Operation(
            operation.operator(),
            operation.space(),
            operation.columns(),
            operation.operands(),
            number(ofOther.get(operation.weight())),
            operation.stream(),
            operation.constant()));
  }

  /** Masks of one batch come from streams that no other dropout of the model uses. */
  int dropout(Space space, int operand, float rate) {
    if (space == Space.NEIGHBORHOODS || space == Space.PAIRS) {
      throw new IllegalArgumentException("no dropout of " + space);
    }
    int stream = part / GROUP * STREAMS + part % GROUP + GROUP * masks++;
    return add(
        new Operation(
            Operator.DROPOUT, space, columns(operand), List.of(operand), -1, stream, rate));
  }

  private int add(Operation operation) {
    operations.add(operation);
    return operations.size() - 1;
  }

  /**
   * The program whose output is that value, with the operations that it needs.
   *
   * @throws IllegalArgumentException if the output does not depend on a weight, which then could
   *     not be learned
   */
  Program build(int output) {
    boolean[] needed = new boolean[output + 1];
    needed[output] = true;
    Set<Integer> learned = new HashSet<>();
    for (int i = output; i >= 0; i--) {
      if (needed[i]) {
        learned.add(operations.get(i).weight());
        operations.get(i).operands().forEach(operand -> needed[operand] = true);
      }
    }
    for (int w = 0; w < weights.size(); w++) {
      if (!learned.contains(w)) {
        throw new IllegalArgumentException(
            "the output does not depend on weight " + weights.get(w).name());
      }
    }
    return new Rewriting(new Program(operations.subList(0, output + 1), weights)).needed();
  }
}
