// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.model.InputProduct;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import java.util.Optional;

/**
 * A layer as it is computed, and what of it may be done before an engine sees what enters it.
 *
 * @param addsUp true if its sums may be made beforehand, and both parts that it then looks at have
 *     a gradient
 * @param product what it makes of sums first, if that is a product
 * @param isProduct true if nothing comes after the product
 */
record LayerPlan(
    Program program, boolean addsUp, Optional<InputProduct> product, boolean isProduct) {
  static LayerPlan of(Program program) {
    Optional<Program> aggregated = program.typedAggregator().map(by -> program.aggregated());
    Optional<InputProduct> product = aggregated.flatMap(Program::inputProduct);
    return new LayerPlan(
        program,
        aggregated
            .filter(rest -> rest.uses(Operator.INPUT) && rest.uses(Operator.AGGREGATED))
            .isPresent(),
        product,
        product.isPresent() && aggregated.orElseThrow().afterProduct().returnsInput());
  }
}
