// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.ndarray.NDArray;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.backend.SeedPairs;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One forward pass of the model over one batch, inside one scope. */
final class ModelPass {
  private final ModelSpec spec;
  private final LayerModules layers;
  private final DropoutMasks masks;
  private final NdScope scope;
  private final boolean training;
  private final ParameterLayout layout;
  private final ByteBuffer values;

  /** Those that were looked at. */
  private final Map<ParameterLayout.Parameter, NDArray> parameters = new LinkedHashMap<>();

  private final NDArray input; // rows of the sources, or of the destinations beside aggregated ones
  private final Optional<NDArray> aggregated; // empty for rows of the sources

  private final NDArray embeddings;
  private final NDArray logits;

  /** What all passes of a session use. */
  record Model(ModelSpec spec, ParameterLayout layout, LayerModules layers, DropoutMasks masks) {}

  /**
   * Runs the layers.
   *
   * @param values of the parameters
   * @param batch at least one seed
   * @param trackInput true if the gradients of its rows are wanted
   */
  ModelPass(
      Model model,
      NdScope scope,
      boolean training,
      ByteBuffer values,
      MiniBatch batch,
      boolean trackInput) {
    spec = model.spec;
    layout = model.layout;
    layers = model.layers;
    masks = model.masks;
    this.scope = scope;
    this.training = training;
    this.values = values;
    final Block first = batch.blocks().get(0);
    if (batch.input() instanceof BatchInput.Aggregated both) {
      input = scope.floats(both.self(), 0, first.destinations(), spec.inputDim());
      aggregated =
          Optional.of(
              scope.floats(both.aggregated(), 0, first.destinations(), spec.aggregatedDim()));
    } else {
      ByteBuffer given = ((BatchInput.Rows) batch.input()).rows();
      input = leaf(scope.floats(given, 0, first.sources(), spec.inputDim()), trackInput);
      aggregated = Optional.empty();
    }
    NDArray rows = input;
    NDArray before = rows;
    for (int k = 0; k < spec.layers(); k++) {
      final boolean ofAggregated = k == 0 && aggregated.isPresent();
      before = rows;
      rows = call(k, layers.layer(k, training, batch.blocks().get(k), ofAggregated), batch, rows);
    }
    logits = rows;
    embeddings = spec.embedsOutput() ? rows : before;
  }

  private static NDArray leaf(NDArray array, boolean tracked) {
    if (tracked) {
      array.setRequiresGradient(true);
    }
    return array;
  }

  /** Scores of pairs of the seeds, [pairs, outputs]. */
  NDArray score(SeedPairs pairs) {
    return decode(layers.decoder(), pairs);
  }

  /** Queries of the heads of pairs, [pairs, outputDim]. */
  NDArray queries(SeedPairs pairs) {
    return decode(layers.queries(), pairs);
  }

  private NDArray decode(LayerModule module, SeedPairs pairs) {
    return module.call(
        training,
        argument ->
            switch (argument.part()) {
              case INPUT -> logits;
              case HEADS -> scope.ints(pairs.heads(), pairs.count());
              case TAILS -> scope.ints(pairs.tails(), pairs.count());
              case RELATIONS -> scope.ints(Block.present(pairs.relations()), pairs.count());
              case WEIGHT -> weight(spec.layers(), argument.number());
              default -> throw new IllegalArgumentException("a pair has no " + argument.part());
            });
  }

  /** Output rows of the seeds, [seeds, outputDim]. */
  NDArray logits() {
    return logits;
  }

  /** Embeddings; the first rows are the seeds'. */
  NDArray embeddings() {
    return embeddings;
  }

  /** Copies the gradients of the input rows into a buffer. */
  void copyInputGradients(ByteBuffer gradients) {
    scope.copy(input.getGradient(), Math.toIntExact(input.size()), gradients, 0);
  }

  /**
   * Copies the gradients of the parameters that were looked at into a buffer of the layout, and
   * what layers have made of statistics.
   */
  void copyGradients(ByteBuffer gradients) {
    parameters.forEach(
        (parameter, leaf) ->
            scope.copy(
                parameter.statistic() ? leaf : leaf.getGradient(),
                parameter.length(),
                gradients,
                parameter.offset()));
  }

  /** A parameter of one layer, or of the decoder, which comes after them. */
  private NDArray weight(int layer, int number) {
    return parameters.computeIfAbsent(
        layout.of(layer).get(number),
        parameter -> {
          NDArray given =
              scope.floats(values, parameter.offset(), parameter.rows(), parameter.columns());
          // A layer in training changes a statistic in place: not the caller's.
          return training && parameter.statistic() ? given.duplicate() : leaf(given, training);
        });
  }

  private NDArray call(int k, LayerModule module, MiniBatch batch, NDArray rows) {
    BlockTensors block =
        new BlockTensors(scope, batch.blocks().get(k), module.program(), masks, batch.dropoutKey());
    return module.call(
        training,
        argument ->
            switch (argument.part()) {
              case INPUT -> rows;
              case AGGREGATED -> aggregated.orElseThrow();
              case WEIGHT -> weight(k, argument.number());
              default -> block.get(argument);
            });
  }
}
