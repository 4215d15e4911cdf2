// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a session computes of a model before its engine: of layer after layer the sums and the
 * product that it makes of them, as long as nothing else is left of a layer. There is most of the
 * work of a sampled batch; an engine copies rows, writes all of them after each operation, and
 * keeps gradients of rows of which we need only what they add up to.
 *
 * <p>Used by one thread at a time.
 */
final class FirstLayers {
  private final ModelSpec spec;
  private final CopyClock copies;
  private final List<LayerPlan> trained;
  private final List<LayerPlan> evaluated;
  private final List<LayerAhead> layers;
  private final Optional<SparseLayer> sparse;

  /**
   * A batch's input on its way into an engine, and the gradients on their way back.
   *
   * @param gradients takes those of the input; null if they are not wanted
   */
  record Passage(EngineInput input, InputGradients gradients) {}

  /**
   * For one model.
   *
   * @param lent by the node
   * @param copies takes the time of what is copied for the caller
   */
  FirstLayers(ModelSpec spec, ParameterLayout parameters, BackendSettings lent, CopyClock copies) {
    this.spec = spec;
    this.copies = copies;
    trained = spec.programs().stream().map(LayerPlan::of).toList();
    evaluated =
        spec.programs().stream().map(program -> LayerPlan.of(program.inEvaluation())).toList();
    layers =
        IntStream.range(0, spec.layers())
            .mapToObj(
                k -> new LayerAhead(evaluated.get(k), parameters.of(k), spec.layerInput(k), lent))
            .toList();
    sparse = SparseLayer.of(spec, parameters, lent);
  }

  /** True if the first layer may be computed of sparse rows. */
  boolean takesSparse() {
    return sparse.isPresent();
  }

  /**
   * The passage of a training step.
   *
   * @param gradients of the parameters; those of what is not left to the engine are written when
   *     the gradients of its input are taken
   * @param inputGradients overwritten with those of the batch's rows; null if they are not wanted
   * @param aggregatesAhead true if sums of rows are to be made here, even if a product is not
   */
  Passage training(
      MiniBatch batch,
      ByteBuffer parameters,
      ByteBuffer gradients,
      ByteBuffer inputGradients,
      boolean aggregatesAhead) {
    final List<LayerProduct> products = new ArrayList<>();
    final EngineInput input = multiplied(trained, batch, parameters, spec.layers(), products);
    if (trained.get(input.layer()).addsUp() && addsUp(trained, batch, input, aggregatesAhead)) {
      LayerAhead.Sums sums = sums(batch, input);
      return new Passage(
          new EngineInput(input.layer(), EngineInput.Form.AGGREGATED, sums.parts()),
          products.isEmpty() && inputGradients == null
              ? null
              : parts ->
                  takeBack(batch, products, sums.takeBack(parts), gradients, inputGradients));
    }
    if (products.isEmpty()) {
      return new Passage(input, unchanged(batch, inputGradients));
    }
    final int columns = input.parts().get(0).columns();
    return new Passage(
        input,
        parts ->
            takeBack(
                batch, products, RowSource.of(parts.get(0), columns), gradients, inputGradients));
  }

  /**
   * What enters the engine in an evaluation.
   *
   * @param embeds true if embeddings are wanted
   * @param aggregatesAhead true if sums of rows are to be made here, even if a product is not
   */
  EngineInput evaluation(
      MiniBatch batch, ByteBuffer parameters, boolean embeds, boolean aggregatesAhead) {
    final int end = embeds && !spec.embedsOutput() ? spec.layers() - 1 : spec.layers();
    EngineInput input = multiplied(evaluated, batch, parameters, end, null);
    return addsUp(evaluated, batch, input, aggregatesAhead)
        ? new EngineInput(input.layer(), EngineInput.Form.AGGREGATED, sums(batch, input).parts())
        : input;
  }

  /**
   * Multiplies as far as it goes.
   *
   * @param end the layer that is left to the engine with all after it
   * @param products takes what was computed, layer 0 first; null in an evaluation
   */
  private EngineInput multiplied(
      List<LayerPlan> plan,
      MiniBatch batch,
      ByteBuffer parameters,
      int end,
      List<LayerProduct> products) {
    final boolean training = products != null;
    EngineInput input =
        batch.input() instanceof BatchInput.Sparse rows
            ? multiplied(rows, batch, parameters, end, products)
            : EngineInput.of(batch.input(), spec);
    while (input.layer() < end && multiplies(plan, batch, input)) {
      final int k = input.layer();
      LayerProduct product =
          layers.get(k).product(batch.blocks().get(k), input, parameters, training);
      if (training) {
        products.add(product);
      }
      input =
          plan.get(k).isProduct() && k + 1 < spec.layers()
              ? new EngineInput(k + 1, EngineInput.Form.ROWS, List.of(product.rows()))
              : new EngineInput(k, EngineInput.Form.PRODUCT, List.of(product.rows()));
    }
    return input;
  }

  private EngineInput multiplied(
      BatchInput.Sparse rows,
      MiniBatch batch,
      ByteBuffer parameters,
      int end,
      List<LayerProduct> products) {
    final SparseLayer layer =
        sparse
            .filter(first -> end > 0) // else the embeddings are the rows
            .orElseThrow(() -> new IllegalArgumentException("the first layer needs dense rows"));
    final boolean training = products != null;
    LayerProduct product = layer.product(batch, rows.rows(), parameters, training);
    if (training) {
      products.add(product);
    }
    return layer.isWhole(training) && spec.layers() > 1
        ? new EngineInput(1, EngineInput.Form.ROWS, List.of(product.rows()))
        : new EngineInput(0, layer.form(), List.of(product.rows()));
  }

  private boolean multiplies(List<LayerPlan> plan, MiniBatch batch, EngineInput input) {
    final int k = input.layer();
    return input.form() != EngineInput.Form.PRODUCT
        && input.form() != EngineInput.Form.PROJECTED
        && layers.get(k).multiplies(plan.get(k), batch.blocks().get(k), input.form());
  }

  private boolean addsUp(
      List<LayerPlan> plan, MiniBatch batch, EngineInput input, boolean aggregatesAhead) {
    final int k = input.layer();
    return input.form() == EngineInput.Form.ROWS
        && (aggregatesAhead || k > 0)
        && layers.get(k).aggregates(plan.get(k), batch.blocks().get(k));
  }

  private LayerAhead.Sums sums(MiniBatch batch, EngineInput input) {
    final int k = input.layer();
    return layers.get(k).sums(batch.blocks().get(k), input.parts().get(0));
  }

  /**
   * Takes gradients back through all products.
   *
   * @param ofRows gradients of what the last of them gave, or of the batch's rows if there is none
   */
  private void takeBack(
      MiniBatch batch,
      List<LayerProduct> products,
      RowSource ofRows,
      ByteBuffer gradients,
      ByteBuffer inputGradients) {
    RowSource of = ofRows;
    for (int k = products.size() - 1; k >= 0; k--) {
      of = products.get(k).takeBack(of, gradients, k > 0 || inputGradients != null);
    }
    if (inputGradients != null) {
      layers.get(0).write(of, batch.blocks().get(0), inputGradients);
    }
  }

  private InputGradients unchanged(MiniBatch batch, ByteBuffer inputGradients) {
    final int bytes = Float.BYTES * batch.blocks().get(0).sources() * spec.inputDim();
    return inputGradients == null
        ? null
        : parts -> copies.out(() -> inputGradients.put(0, parts.get(0), 0, bytes));
  }
}
