// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a graph is built for. Batches of the same form run the same graph.
 *
 * @param aggregated true if the input is aggregated
 * @param productFirst for each layer, whether its products come before its sums
 * @param scored true if pairs are scored
 * @param loss signature of the loss; empty for evaluation
 */
record PassForm(
    boolean aggregated, List<Boolean> productFirst, boolean scored, Optional<Object> loss) {

  /** Copies the list. */
  PassForm {
    productFirst = List.copyOf(productFirst);
  }

  /**
   * The form of a batch.
   *
   * @param layers programs of the layers in training
   * @param loss of a training step; empty for evaluation
   */
  static PassForm of(List<Program> layers, MiniBatch batch, boolean scored, Optional<Loss> loss) {
    final boolean aggregated = batch.input() instanceof BatchInput.Aggregated;
    List<Boolean> productFirst = new ArrayList<>();
    for (int k = 0; k < layers.size(); k++) {
      Block block = batch.blocks().get(k);
      productFirst.add(
          !(k == 0 && aggregated)
              && layers
                  .get(k)
                  .productFirstIsCheaper(block.destinations(), block.sources(), block.edges()));
    }
    return new PassForm(aggregated, productFirst, scored, loss.map(LossGraph::signature));
  }

  boolean training() {
    return loss.isPresent();
  }

  /** Programs of the layers, rewritten for this form. */
  List<Program> programs(ModelSpec spec) {
    List<Program> programs = new ArrayList<>();
    for (int k = 0; k < spec.layers(); k++) {
      Program program = training() ? spec.program(k) : spec.program(k).inEvaluation();
      if (k == 0 && aggregated) {
        program = program.aggregated();
      }
      programs.add(productFirst.get(k) ? program.productFirst() : program);
    }
    return programs;
  }
}
