// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * What a session computes of a model before its engine: the sums of layer 0, the product that it
 * makes of them, and, if nothing else is left of the layer, the sums of layer 1. There is most of
 * the work of a sampled batch, the input of which has no gradient; an engine copies rows, writes
 * all of them after each operation, and keeps gradients of rows of which we need only their sums.
 *
 * <p>Used by one thread at a time.
 */
final class FirstLayers {
  private final ModelSpec spec;
  private final CopyClock copies;
  private final List<LayerPlan> trained;
  private final List<LayerPlan> evaluated;
  private final Optional<NeighborAggregator> first;
  private final Optional<NeighborAggregator> second;
  private final Optional<InputMultiplier> multiplier;

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
    first = aggregator(0, lent);
    second = spec.layers() > 1 ? aggregator(1, lent) : Optional.empty();
    multiplier =
        lent.products()
            .flatMap(
                by ->
                    evaluated
                        .get(0)
                        .product()
                        .map(
                            product ->
                                new InputMultiplier(
                                    new InputLayout(
                                        product,
                                        parameters.of(0),
                                        spec.inputDim(),
                                        spec.aggregatedDim()),
                                    by,
                                    lent.workers())));
  }

  private Optional<NeighborAggregator> aggregator(int k, BackendSettings lent) {
    return evaluated
        .get(k)
        .program()
        .typedAggregator()
        .map(by -> new NeighborAggregator(by, spec.layerInput(k), lent.workers()));
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
    if (inputGradients == null && multiplies(trained, batch)) {
      return multiplied(trained, batch, parameters, gradients);
    }
    return trained.get(0).addsUp() && aggregatesAhead && canAggregate(trained, batch)
        ? aggregated(batch, inputGradients)
        : unchanged(batch, inputGradients);
  }

  /** What enters the engine in an evaluation. */
  EngineInput evaluation(MiniBatch batch, ByteBuffer parameters, boolean aggregatesAhead) {
    if (multiplies(evaluated, batch)) {
      return multiplied(evaluated, batch, parameters, null).input();
    }
    return aggregatesAhead && canAggregate(evaluated, batch)
        ? aggregated(batch, null).input()
        : EngineInput.of(batch.input(), spec);
  }

  private boolean multiplies(List<LayerPlan> plan, MiniBatch batch) {
    return multiplier.isPresent()
        && plan.get(0).product().equals(multiplier.map(InputMultiplier::product))
        && multiplier.get().takes(batch.blocks().get(0).destinations())
        && (batch.input() instanceof BatchInput.Aggregated || canAggregate(plan, batch));
  }

  private boolean canAggregate(List<LayerPlan> plan, MiniBatch batch) {
    return batch.input() instanceof BatchInput.Rows
        && isAggregated(first, plan.get(0), batch.blocks().get(0));
  }

  private static boolean isAggregated(
      Optional<NeighborAggregator> aggregator, LayerPlan layer, Block block) {
    return aggregator.isPresent() && aggregator.get().takes(block) && layer.sumsFirst(block);
  }

  private Passage multiplied(
      List<LayerPlan> plan, MiniBatch batch, ByteBuffer parameters, ByteBuffer gradients) {
    final int rows = batch.blocks().get(0).destinations();
    final InputMultiplier product = multiplier.orElseThrow();
    final Multiplicands input = multiplicands(batch, gradients != null);
    final EngineInput.Part result =
        new EngineInput.Part(product.multiply(rows, input.once(), parameters), product.columns());
    if (plan.get(0).isProduct() && spec.layers() > 1) {
      final Block above = batch.blocks().get(1);
      if (plan.get(1).addsUp() && isAggregated(second, plan.get(1), above)) {
        final NeighborAggregator sums = second.orElseThrow();
        final EdgeSegments segments = sums.segments(above);
        final EngineInput.Part aggregated = sums.aggregate(above, segments, result.rows());
        return new Passage(
            new EngineInput(1, EngineInput.Form.AGGREGATED, List.of(result, aggregated)),
            parts ->
                product.gradients(
                    rows,
                    input.again(),
                    sums.gradients(above, segments, parts.get(0), parts.get(1)),
                    gradients));
      }
    }
    return new Passage(
        plan.get(0).isProduct() && spec.layers() > 1
            ? new EngineInput(1, EngineInput.Form.ROWS, List.of(result))
            : new EngineInput(0, EngineInput.Form.PRODUCT, List.of(result)),
        parts -> product.gradients(rows, input.again(), product.rows(parts.get(0)), gradients));
  }

  /**
   * The rows that are multiplied.
   *
   * @param once made as they are loaded, and kept
   * @param again the same rows, loaded from where they were kept
   */
  private record Multiplicands(RowSource once, RowSource again) {}

  private Multiplicands multiplicands(MiniBatch batch, boolean kept) {
    final Block block = batch.blocks().get(0);
    final InputLayout layout = multiplier.orElseThrow().layout();
    if (batch.input() instanceof BatchInput.Aggregated both) {
      RowSource rows =
          new InputRows(
              layout,
              block,
              RowSource.of(both.self(), spec.inputDim()),
              RowSource.of(both.aggregated(), spec.aggregatedDim()));
      return new Multiplicands(rows, rows);
    }
    final ByteBuffer rows = ((BatchInput.Rows) batch.input()).rows();
    final NeighborAggregator aggregator = first.orElseThrow();
    final RowSource self = RowSource.of(rows, spec.inputDim());
    final RowSource sums = aggregator.sums(aggregator.segments(block), rows);
    if (!kept) {
      RowSource once = new InputRows(layout, block, self, sums);
      return new Multiplicands(once, once);
    }
    final ByteBuffer room = aggregator.room(block);
    final int columns = aggregator.columns();
    return new Multiplicands(
        new InputRows(layout, block, self, sums.keptIn(room, columns)),
        new InputRows(layout, block, self, RowSource.of(room, columns)));
  }

  private Passage aggregated(MiniBatch batch, ByteBuffer inputGradients) {
    final Block block = batch.blocks().get(0);
    final NeighborAggregator sums = first.orElseThrow();
    final EdgeSegments segments = sums.segments(block);
    final ByteBuffer rows = ((BatchInput.Rows) batch.input()).rows();
    return new Passage(
        new EngineInput(
            0,
            EngineInput.Form.AGGREGATED,
            List.of(
                new EngineInput.Part(rows, spec.inputDim()),
                sums.aggregate(block, segments, rows))),
        inputGradients == null
            ? null
            : parts ->
                sums.write(
                    sums.gradients(block, segments, parts.get(0), parts.get(1)),
                    block,
                    inputGradients));
  }

  private Passage unchanged(MiniBatch batch, ByteBuffer inputGradients) {
    final int bytes = Float.BYTES * batch.blocks().get(0).sources() * spec.inputDim();
    return new Passage(
        EngineInput.of(batch.input(), spec),
        inputGradients == null
            ? null
            : parts -> copies.out(() -> inputGradients.put(0, parts.get(0), 0, bytes)));
  }
}
