// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.ndarray.NDArray;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** One forward pass of the model over one batch, inside one scope. */
final class ModelPass {
  /**
   * A float that is gathered and added costs about as much as this many multiply-adds of a matrix
   * product, forward and backward together.
   */
  private static final long GATHER_COST = 16;

  private final ModelSpec spec;
  private final LayerModule module;
  private final NdScope scope;
  private final boolean training;

  /** In the order of the layout. */
  private final List<NDArray> parameters = new ArrayList<>();

  private NDArray inputRows;
  private NDArray embeddings;
  private NDArray logits;

  ModelPass(
      ModelSpec spec, LayerModule module, NdScope scope, boolean training, ByteBuffer values) {
    this.spec = spec;
    this.module = module;
    this.scope = scope;
    this.training = training;
    for (ParameterLayout.Parameter parameter : spec.layout().parameters()) {
      long[] shape =
          parameter.matrix()
              ? new long[] {parameter.rows(), parameter.columns()}
              : new long[] {parameter.columns()};
      NDArray array = scope.floats(values, parameter.offset(), shape);
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
   * @param masks dropout masks; used in training only
   * @param trackInput true if the gradient of the input rows is wanted
   */
  void run(MiniBatch batch, DropoutMasks masks, boolean trackInput) {
    Block first = batch.blocks().get(0);
    NDArray rows;
    if (batch.input() instanceof BatchInput.Rows input) {
      inputRows = scope.floats(input.rows(), 0, first.sources(), spec.inputDim());
      if (trackInput) {
        inputRows.setRequiresGradient(true);
      }
      rows = layer(0, first, dropped(inputRows, batch, masks, 0, spec.inputDropout()));
    } else {
      rows = aggregatedLayer(first, (BatchInput.Aggregated) batch.input());
    }
    for (int k = 1; k < spec.layers(); k++) {
      embeddings = rows.getNDArrayInternal().relu();
      NDArray input = dropped(embeddings, batch, masks, k, spec.hiddenDropout());
      rows = layer(k, batch.blocks().get(k), input);
    }
    logits = rows;
    if (spec.layers() == 1) {
      embeddings = rows;
    }
  }

  /** Rows of the seeds' classes, [seeds, outputDim]. */
  NDArray logits() {
    return logits;
  }

  /** Input of the last layer before dropout; its first rows are the seeds'. */
  NDArray embeddings() {
    return embeddings;
  }

  /** Input rows of layer 0; null if they came aggregated. */
  NDArray inputRows() {
    return inputRows;
  }

  /** Copies the parameters' gradients into a buffer of the layout. */
  void copyGradients(ByteBuffer gradients) {
    List<ParameterLayout.Parameter> layout = spec.layout().parameters();
    for (int i = 0; i < layout.size(); i++) {
      ParameterLayout.Parameter parameter = layout.get(i);
      NdScope.copy(
          parameters.get(i).getGradient(), parameter.length(), gradients, parameter.offset());
    }
  }

  private NDArray dropped(
      NDArray rows, MiniBatch batch, DropoutMasks masks, int layer, float rate) {
    if (!training || rate == 0) {
      return rows;
    }
    int sources = batch.blocks().get(layer).sources();
    int columns = spec.layerInput(layer);
    int length = Math.multiplyExact(sources, columns);
    ByteBuffer mask = masks.fill(batch.dropoutKey(), layer, rate, length);
    return rows.mul(scope.floats(mask, 0, sources, columns));
  }

  private NDArray layer(int k, Block block, NDArray rows) {
    boolean productFirst = productFirst(block, spec.layerInput(k), spec.layerOutput(k));
    List<NDArray> arguments = new ArrayList<>();
    arguments.add(rows);
    arguments.add(scope.ints(block.offsets(), block.destinations() + 1));
    arguments.add(scope.ints(block.neighbors(), block.edges()));
    if (block.weighted()) {
      arguments.add(scope.floats(block.edgeWeights(), 0, block.edges()));
      arguments.add(scope.floats(block.selfWeights(), 0, block.destinations()));
    }
    return call(k, productFirst ? "product_first" : "sum_first", arguments);
  }

  private NDArray aggregatedLayer(Block block, BatchInput.Aggregated input) {
    List<NDArray> arguments = new ArrayList<>();
    arguments.add(scope.floats(input.self(), 0, block.destinations(), spec.inputDim()));
    arguments.add(scope.floats(input.aggregated(), 0, block.destinations(), spec.inputDim()));
    if (block.weighted()) {
      arguments.add(scope.floats(block.selfWeights(), 0, block.destinations()));
    }
    return call(0, "aggregated", arguments);
  }

  /** The methods take a layer's parameters last, in the order of the layout. */
  private NDArray call(int layer, String order, List<NDArray> arguments) {
    List<ParameterLayout.Parameter> layout = spec.layout().parameters();
    for (int i = 0; i < layout.size(); i++) {
      if (layout.get(i).layer() == layer) {
        arguments.add(parameters.get(i));
      }
    }
    String prefix = spec.kind() == ModelKind.GCN ? "gcn_" : "sage_";
    return module.call(prefix + order, training, arguments.toArray(NDArray[]::new)).head();
  }

  /**
   * Whether to multiply all sources and then add narrow rows, or to add wide rows and multiply the
   * destinations only. A function of the shapes alone, so that results repeat.
   */
  private static boolean productFirst(Block block, long in, long out) {
    long extraProducts = (block.sources() - block.destinations()) * in * out;
    long savedGathers = block.edges() * (in - out);
    return extraProducts < GATHER_COST * savedGathers;
  }
}
