// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a layer for {@linkplain Program#aggregated() aggregated input} makes of that input, if it is
 * one sum of products: {@code r = sum over the terms of operand * weight}. Whoever computes that
 * beforehand leaves the {@linkplain Program#afterProduct() rest of the layer}.
 *
 * @param terms at least one product
 * @param rectified true if {@code max(r, 0)} follows, which is then part of it
 * @param columns columns of the result
 */
public record InputProduct(List<Term> terms, boolean rectified, int columns) {
  /** Rows that are multiplied. */
  public enum Operand {
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
  public record Term(Operand operand, int weight) {}

  /** Copies the list. */
  public InputProduct {
    terms = List.copyOf(terms);
  }

  /** The same with what follows. */
  private InputProduct followed() {
    return new InputProduct(terms, true, columns);
  }

  /** A value of a program that is such a sum. */
  record Found(int value, InputProduct product) {
    /**
     * The largest one, if the rest of the program does not look at the input.
     *
     * @param program for aggregated input
     */
    static Optional<Found> in(Program program) {
      for (int value = program.operations().size() - 1; value >= 0; value--) {
        List<Term> terms = new ArrayList<>();
        if (sums(program, value, program.operation(value).columns(), terms)
            && terms.stream().anyMatch(term -> term.operand() != Operand.ONE)) {
          return Optional.of(rectified(program, value, terms))
              .filter(found -> found.isAllThatIsSeen(program));
        }
      }
      return Optional.empty();
    }

    private boolean isAllThatIsSeen(Program program) {
      Program rest = new Rewriting(program).afterProduct(value);
      return !rest.uses(Operator.AGGREGATED)
          && rest.operations().stream().filter(o -> o.operator() == Operator.INPUT).count() == 1;
    }

    private static Found rectified(Program program, int value, List<Term> terms) {
      InputProduct product = new InputProduct(terms, false, program.operation(value).columns());
      if (program.users(value).size() == 1) {
        int user = program.operations().indexOf(program.users(value).get(0));
        if (program.operation(user).operator() == Operator.RELU) {
          return new Found(user, product.followed());
        }
      }
      return new Found(value, product);
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
}
