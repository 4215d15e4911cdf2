// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import io.graphember.kernels.sparse.InputProduct.Operand;
import io.graphember.kernels.sparse.InputProduct.Term;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Program;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How a first layer is computed of sparse rows: what it makes of them is linear in them, so that
 * they are multiplied before anything is added up, and nothing as wide as they are is ever dense.
 *
 * @param dropout that the rows pass first in training
 * @param aggregator how neighbours are added up; empty if the rows of all sources are multiplied
 *     and nothing else
 * @param product sum of products that is computed for the destinations; empty together with the
 *     aggregator
 * @param projection the product of all sources' rows; empty if there is a sum
 * @param rest what is left of the layer, in training: its input is what was computed
 */
record SparsePlan(
    Optional<Operation> dropout,
    Optional<Operation> aggregator,
    Optional<InputProduct> product,
    Optional<Operation> projection,
    Program rest) {
  /**
   * The plan of a layer in training; empty if it needs dense rows.
   *
   * @param program of the first layer, with dropout
   */
  static Optional<SparsePlan> of(Program program) {
    Program after = program.withoutInputDropout();
    return ofSum(program.inputDropout(), after)
        .or(() -> ofRows(program.inputDropout(), after))
        .filter(plan -> plan.multiplied().noneMatch(w -> program.weights().get(w).shared()));
  }

  /**
   * Numbers of weights whose gradients are made beside the engine: no other layer may have them.
   */
  private IntStream multiplied() {
    return IntStream.concat(
        projection.stream().mapToInt(Operation::weight),
        product.stream().flatMap(sum -> sum.terms().stream()).mapToInt(Term::weight));
  }

  private static Optional<SparsePlan> ofSum(Optional<Operation> dropout, Program program) {
    if (program.typedAggregator().isEmpty()) {
      return Optional.empty();
    }
    Program aggregated = program.aggregated();
    return InputProduct.in(aggregated)
        .filter(SparsePlan::addsUpOneWay)
        .map(
            product ->
                new SparsePlan(
                    dropout,
                    program.typedAggregator(),
                    Optional.of(product),
                    Optional.empty(),
                    aggregated.after(product.value())));
  }

  /** True if the destination's own row is among all sums of neighbours, or among none. */
  private static boolean addsUpOneWay(InputProduct product) {
    Set<Operand> operands = product.terms().stream().map(Term::operand).collect(Collectors.toSet());
    return !operands.containsAll(Set.of(Operand.AGGREGATED, Operand.AGGREGATED_WITH_SELF));
  }

  private static Optional<SparsePlan> ofRows(Optional<Operation> dropout, Program program) {
    return program
        .projection()
        .map(
            projection ->
                new SparsePlan(
                    dropout,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(projection),
                    program.afterProjection()));
  }

  /** Columns of what is computed. */
  int columns() {
    return product.map(InputProduct::columns).orElseGet(() -> projection.get().columns());
  }

  /** True if it has a row for each destination, false if for each source. */
  boolean ofDestinations() {
    return product.isPresent();
  }
}
