// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.backend.EngineInput.Form;
import io.graphember.spi.model.InputProduct;
import io.graphember.spi.model.InputProduct.Operand;
import io.graphember.spi.model.InputProduct.Term;
import io.graphember.spi.model.Operation;
import io.graphember.spi.model.Program;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How a first layer is computed of sparse rows: what it makes of them is linear in them, so that
 * they are multiplied before anything is added up, and nothing as wide as they are is ever dense.
 *
 * @param dropout that the rows pass first
 * @param aggregator how neighbours are added up; empty for {@link Form#PROJECTED}
 * @param product what is computed; empty for {@link Form#PROJECTED}
 * @param projection the product of all sources' rows; empty for {@link Form#PRODUCT}
 * @param isProduct true if nothing comes after the product
 */
record SparsePlan(
    Optional<Operation> dropout,
    Optional<Operation> aggregator,
    Optional<InputProduct> product,
    Optional<Operation> projection,
    boolean isProduct) {
  /** The plan of a layer; empty if it needs dense rows. */
  static Optional<SparsePlan> of(Program program) {
    Program after = program.withoutInputDropout();
    LayerPlan plan = LayerPlan.of(after);
    if (plan.product().filter(SparsePlan::addsUpOneWay).isPresent()) {
      return Optional.of(
          new SparsePlan(
              program.inputDropout(),
              after.typedAggregator(),
              plan.product(),
              Optional.empty(),
              plan.isProduct()));
    }
    return after
        .projection()
        .map(
            projection ->
                new SparsePlan(
                    program.inputDropout(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(projection),
                    false));
  }

  /** True if the destination's own row is among all sums of neighbours, or among none. */
  private static boolean addsUpOneWay(InputProduct product) {
    Set<Operand> operands = product.terms().stream().map(Term::operand).collect(Collectors.toSet());
    return !operands.containsAll(Set.of(Operand.AGGREGATED, Operand.AGGREGATED_WITH_SELF));
  }

  /** What is left to the engine, if anything is. */
  Form form() {
    return product.isPresent() ? Form.PRODUCT : Form.PROJECTED;
  }

  /** Columns of the product. */
  int columns() {
    return product.map(InputProduct::columns).orElseGet(() -> projection.get().columns());
  }

  /** True if it computes the same of rows that have passed their dropout. */
  boolean matches(SparsePlan other) {
    return product.equals(other.product)
        && projection.map(Operation::weight).equals(other.projection.map(Operation::weight));
  }
}
