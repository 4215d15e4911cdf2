// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.pytorch.engine.PtNDManager;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Program;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The layers of one model and its decoder as modules, each loaded when it is first asked for. */
final class LayerModules implements AutoCloseable {
  private final PtNDManager manager;
  private final List<Program> programs;
  private final int layers; // of these programs; the decoder's come after them
  private final List<Map<Form, LayerModule>> modules = new ArrayList<>();

  /** What a layer is computed for, and in which order. */
  private enum Form {
    TRAINING,
    TRAINING_PRODUCT_FIRST,
    TRAINING_AGGREGATED,
    EVALUATION,
    EVALUATION_PRODUCT_FIRST,
    EVALUATION_AGGREGATED
  }

  LayerModules(PtNDManager manager, ModelSpec spec) {
    this.manager = manager;
    programs = new ArrayList<>(spec.programs());
    layers = programs.size();
    spec.decoderProgram().ifPresent(programs::add);
    spec.decoder().queryProgram(spec.outputDim()).ifPresent(programs::add);
    programs.forEach(program -> modules.add(new EnumMap<>(Form.class)));
  }

  /** The layer for rows of all sources of a block. */
  LayerModule layer(int k, boolean training, Block block) {
    boolean productFirst =
        programs.get(k).productFirstIsCheaper(block.destinations(), block.sources(), block.edges());
    if (productFirst) {
      return get(k, training ? Form.TRAINING_PRODUCT_FIRST : Form.EVALUATION_PRODUCT_FIRST);
    }
    return get(k, training ? Form.TRAINING : Form.EVALUATION);
  }

  /** Layer 0 for aggregated input. */
  LayerModule aggregated(boolean training) {
    return get(0, training ? Form.TRAINING_AGGREGATED : Form.EVALUATION_AGGREGATED);
  }

  /** The decoder. */
  LayerModule decoder() {
    return get(layers, Form.TRAINING);
  }

  /** What the decoder makes of heads. */
  LayerModule queries() {
    return get(layers + 1, Form.TRAINING);
  }

  private LayerModule get(int k, Form form) {
    return modules
        .get(k)
        .computeIfAbsent(form, f -> new LayerModule(manager, rewritten(programs.get(k), f)));
  }

  private static Program rewritten(Program program, Form form) {
    return switch (form) {
      case TRAINING -> program;
      case TRAINING_PRODUCT_FIRST -> program.productFirst();
      case TRAINING_AGGREGATED -> program.aggregated();
      case EVALUATION -> program.inEvaluation();
      case EVALUATION_PRODUCT_FIRST -> program.inEvaluation().productFirst();
      case EVALUATION_AGGREGATED -> program.inEvaluation().aggregated();
    };
  }

  @Override
  public void close() {
    modules.forEach(forms -> forms.values().forEach(LayerModule::close));
  }
}
