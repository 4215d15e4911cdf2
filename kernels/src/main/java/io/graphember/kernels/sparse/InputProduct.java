// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a layer for {@linkplain Program#aggregated() aggregated input} makes of that input, if it is
 * one sum of products: {@code r = sum over the terms of operand * weight}.
 *
 * @param value number of r in the program
 * @param terms at least one product
 * @param columns columns of the result
 */
record InputProduct(int value, List<Term> terms, int columns) {
  /** Rows that are multiplied. */
  enum Operand {
    /** The destinations' own rows. */
    SELF,

    /** What was aggregated. */
    AGGREGATED,

    /** What was aggregated and the own rows with the block's own weight of the destination. */
    AGGREGATED_WITH_SELF,

    /** A single 1, for a row that is added to all: a bias. */
    ONE
  }

  /**
   * One product.
   *
   * @param weight number of the weight in {@link Program#weights()}; no other term has it
   */
  record Term(Operand operand, int weight) {}

  /** Copies the list. */
  InputProduct {
    terms = List.copyOf(terms);
  }

  /**
   * The largest one; empty if there is none, or the rest of the program looks at the input too.
   *
   * @param program for aggregated input
   */
  static Optional<InputProduct> in(Program program) {
    for (int value = program.operations().size() - 1; value >= 0; value--) {
      final int columns = program.operation(value).columns();
      List<Term> terms = new ArrayList<>();
      if (sums(program, value, columns, terms)
          && terms.stream().anyMatch(term -> term.operand() != Operand.ONE)) {
        return Optional.of(new InputProduct(value, terms, columns))
            .filter(product -> product.isAllThatIsSeen(program));
      }
    }
    return Optional.empty();
  }

  private boolean isAllThatIsSeen(Program program) {
    Program rest = program.after(value);
    return !rest.uses(Operator.AGGREGATED)
        && rest.operations().stream().filter(o -> o.operator() == Operator.INPUT).count() == 1;
  }

  private static boolean sums(Program program, int value, int columns, List<Term> terms) {
    Operation operation = program.operation(value);
    if (operation.columns() != columns) {
      return false;
    }
    return switch (operation.operator()) {
      case ROW -> terms.add(new Term(Operand.ONE, operation.weight()));
      case LINEAR ->
          operand(program, operation.first())
              .map(operand -> terms.add(new Term(operand, operation.weight())))
              .orElse(false);
      case ADD ->
          operation.first() != operation.second()
              && operation.operands().stream()
                  .allMatch(
                      operand ->
                          program.users(operand).size() == 1
                              && sums(program, operand, columns, terms));
      default -> false;
    };
  }

  private static Optional<Operand> operand(Program program, int value) {
    Operation operation = program.operation(value);
    return switch (operation.operator()) {
      case INPUT -> Optional.of(Operand.SELF);
      case AGGREGATED -> Optional.of(Operand.AGGREGATED);
      case ADD -> {
        Operation sum = program.operation(operation.first());
        Operation own = program.operation(operation.second());
        yield sum.operator() == Operator.AGGREGATED
                && own.operator() == Operator.SELF_WEIGHTED
                && own.columns() == sum.columns()
                && program.operation(own.first()).operator() == Operator.INPUT
            ? Optional.of(Operand.AGGREGATED_WITH_SELF)
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }
}
