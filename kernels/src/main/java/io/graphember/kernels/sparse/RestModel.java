// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.Sources;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * What an engine is left of a model whose first layer is begun beside it: a model of its own, whose
 * input is what was computed, with the weights that are not multiplied yet under their names.
 *
 * <p>Used by one thread at a time; keeps its buffers.
 */
final class RestModel {
  private final ModelSpec spec;
  private final ParameterLayout layout;
  private final boolean ofDestinations;
  private final ParameterLayout whole;
  private final ByteBuffer parameters;
  private final ByteBuffer gradients;
  private ByteBuffer noEdges = ByteBuffer.allocateDirect(0);

  /** The layers as they are left; what is around them is in the programs. */
  private record Rest(String name, ModelSpec whole, List<Program> programs)
      implements Architecture {
    @Override
    public Destinations layer(Sources rows, LayerShape shape) {
      return rows.apply(programs.get(shape.layer()));
    }

    @Override
    public int handedOn(int layer, int input, LayerShape first) {
      return whole.kind().handedOn(layer, whole.inputDim(), first);
    }

    @Override
    public boolean writesAll() {
      return true;
    }
  }

  /** That of a model whose first layer goes by a plan. */
  RestModel(ModelSpec model, SparsePlan plan) {
    List<Program> programs = new ArrayList<>(model.programs());
    programs.set(0, plan.rest());
    spec =
        new ModelSpec(
            new Rest(model.kind().name(), model, List.copyOf(programs)),
            plan.columns(),
            model.hiddenDim(),
            model.outputDim(),
            model.layers(),
            0,
            0,
            model.options(),
            model.decoder());
    layout = spec.layout();
    whole = model.layout();
    ofDestinations = plan.ofDestinations();
    parameters = floats(layout.length());
    gradients = floats(layout.length());
  }

  private static ByteBuffer floats(int count) {
    return ByteBuffer.allocateDirect(Float.BYTES * count).order(ByteOrder.nativeOrder());
  }

  /** The model for an engine. */
  ModelSpec spec() {
    return spec;
  }

  /** Its parameters, out of those of the whole model; valid until the next call. */
  ByteBuffer parameters(ByteBuffer ofWhole) {
    for (ParameterLayout.Parameter parameter : layout.parameters()) {
      final int from = whole.get(parameter.name()).offset();
      parameters.put(
          Float.BYTES * parameter.offset(),
          ofWhole,
          Float.BYTES * from,
          Float.BYTES * parameter.length());
    }
    return parameters;
  }

  /** Takes the gradients of its parameters. */
  ByteBuffer gradients() {
    return gradients;
  }

  /** Copies these to where they lie among those of the whole model. */
  void copyGradients(ByteBuffer ofWhole) {
    for (ParameterLayout.Parameter parameter : layout.parameters()) {
      final int to = whole.get(parameter.name()).offset();
      ofWhole.put(
          Float.BYTES * to,
          gradients,
          Float.BYTES * parameter.offset(),
          Float.BYTES * parameter.length());
    }
  }

  /** The blocks of a batch: of sums of neighbours the destinations are all that is left. */
  List<Block> blocks(List<Block> ofWhole) {
    if (!ofDestinations) {
      return ofWhole;
    }
    List<Block> blocks = new ArrayList<>(ofWhole);
    blocks.set(0, withoutEdges(ofWhole.get(0)));
    return blocks;
  }

  private Block withoutEdges(Block block) {
    final int bytes = Integer.BYTES * (block.destinations() + 1);
    if (noEdges.capacity() < bytes) {
      noEdges = ByteBuffer.allocateDirect(bytes + bytes / 4).order(ByteOrder.nativeOrder());
    }
    return new Block(
        block.destinations(),
        block.destinations(),
        0,
        noEdges,
        block.neighbors(),
        block.edgeWeights(),
        block.selfWeights(),
        block.edgeFeatures(),
        block.edgeTypes(),
        block.vertexTypes());
  }
}
