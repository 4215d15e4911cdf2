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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One forward pass of the model over one batch, inside one scope. */
final class ModelPass {
  private final ModelSpec spec;
  private final LayerModules layers;
  private final DropoutMasks masks;
  private final NdScope scope;
  private final boolean training;
  private final List<ParameterLayout.Parameter> layout;

  /** In the order of the layout. */
  private final List<NDArray> parameters = new ArrayList<>();

  /** In the order of {@link BatchInput#parts()}. */
  private final List<NDArray> input = new ArrayList<>();

  private NDArray embeddings;
  private NDArray logits;

  ModelPass(
      ModelSpec spec,
      ParameterLayout layout,
      LayerModules layers,
      DropoutMasks masks,
      NdScope scope,
      boolean training,
      ByteBuffer values) {
    this.spec = spec;
    this.layout = layout.parameters();
    this.layers = layers;
    this.masks = masks;
    this.scope = scope;
    this.training = training;
    for (ParameterLayout.Parameter parameter : this.layout) {
      NDArray array =
          scope.floats(values, parameter.offset(), parameter.rows(), parameter.columns());
      if (training) {
        array.setRequiresGradient(true);
      }
      parameters.add(array);
    }
  }

  /**
   * Runs all layers.
   *
   * @param batch at least one seed
   * @param trackInput true if the gradients of the input are wanted
   */
  void run(MiniBatch batch, boolean trackInput) {
    Block first = batch.blocks().get(0);
    NDArray rows;
    if (batch.input() instanceof BatchInput.Rows given) {
      input.add(scope.floats(given.rows(), 0, first.sources(), spec.inputDim()));
      track(trackInput);
      rows = layer(0, batch, input.get(0));
    } else {
      BatchInput.Aggregated both = (BatchInput.Aggregated) batch.input();
      input.add(scope.floats(both.self(), 0, first.destinations(), spec.inputDim()));
      input.add(scope.floats(both.aggregated(), 0, first.destinations(), spec.aggregatedDim()));
      track(trackInput);
      rows = call(0, layers.aggregated(training), batch, input.get(0), input.get(1));
    }
    for (int k = 1; k < spec.layers(); k++) {
      embeddings = rows;
      rows = layer(k, batch, rows);
    }
    logits = rows;
    if (spec.embedsOutput()) {
      embeddings = rows;
    }
  }

  private void track(boolean gradients) {
    if (gradients) {
      input.forEach(leaf -> leaf.setRequiresGradient(true));
    }
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
    List<NDArray> weights = weights(spec.layers());
    return module.call(
        training,
        argument ->
            switch (argument.part()) {
              case INPUT -> logits;
              case HEADS -> scope.ints(pairs.heads(), pairs.count());
              case TAILS -> scope.ints(pairs.tails(), pairs.count());
              case RELATIONS -> scope.ints(pairs.relations(), pairs.count());
              case WEIGHT -> weights.get(argument.number());
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

  /** Copies the gradients of the input into buffers of its form. */
  void copyInputGradients(BatchInput gradients) {
    for (int i = 0; i < input.size(); i++) {
      int floats = Math.toIntExact(input.get(i).size());
      scope.copy(input.get(i).getGradient(), floats, gradients.parts().get(i), 0);
    }
  }

  /** Copies the parameters' gradients into a buffer of the layout. */
  void copyGradients(ByteBuffer gradients) {
    for (int i = 0; i < layout.size(); i++) {
      ParameterLayout.Parameter parameter = layout.get(i);
      scope.copy(
          parameters.get(i).getGradient(), parameter.length(), gradients, parameter.offset());
    }
  }

  /** Parameters of one layer, or of the decoder, which comes after them. */
  private List<NDArray> weights(int layer) {
    return IntStream.range(0, layout.size())
        .filter(i -> layout.get(i).layer() == layer)
        .mapToObj(parameters::get)
        .toList();
  }

  private NDArray layer(int k, MiniBatch batch, NDArray rows) {
    LayerModule module = layers.layer(k, training, batch.blocks().get(k));
    return call(k, module, batch, rows, null);
  }

  private NDArray call(
      int k, LayerModule module, MiniBatch batch, NDArray rows, NDArray aggregated) {
    BlockTensors block =
        new BlockTensors(scope, batch.blocks().get(k), module.program(), masks, batch.dropoutKey());
    List<NDArray> weights = weights(k);
    return module.call(
        training,
        argument ->
            switch (argument.part()) {
              case INPUT -> rows;
              case AGGREGATED -> aggregated;
              case WEIGHT -> weights.get(argument.number());
              default -> block.get(argument);
            });
  }
}
