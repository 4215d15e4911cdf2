// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.pytorch.engine.PtNDManager;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The layers of one model and its decoder as modules, each loaded when it is first asked for. */
final class LayerModules implements AutoCloseable {
  private static final Form WHOLE = new Form(true, false, false);

  private final PtNDManager manager;
  private final List<Program> programs;
  private final int layers; // of these programs; the decoder's come after them
  private final List<Map<Form, LayerModule>> modules = new ArrayList<>();

  /** What a layer is computed for, in which order, and whether its input is aggregated. */
  private record Form(boolean training, boolean productFirst, boolean aggregated) {}

  LayerModules(PtNDManager manager, ModelSpec spec) {
    this.manager = manager;
    programs = new ArrayList<>(spec.programs());
    layers = programs.size();
    spec.decoderProgram().ifPresent(programs::add);
    spec.decoder().queryProgram(spec.outputDim()).ifPresent(programs::add);
    programs.forEach(program -> modules.add(new HashMap<>()));
  }

  /** A layer for what enters it. */
  LayerModule layer(int k, boolean training, Block block, boolean aggregated) {
    boolean productFirst =
        !aggregated
            && programs
                .get(k)
                .productFirstIsCheaper(block.destinations(), block.sources(), block.edges());
    return get(k, new Form(training, productFirst, aggregated));
  }

  /** The decoder. */
  LayerModule decoder() {
    return get(layers, WHOLE);
  }

  /** What the decoder makes of heads. */
  LayerModule queries() {
    return get(layers + 1, WHOLE);
  }

  private LayerModule get(int k, Form form) {
    return modules
        .get(k)
        .computeIfAbsent(form, f -> new LayerModule(manager, rewritten(programs.get(k), f)));
  }

  private static Program rewritten(Program program, Form form) {
    Program layer = form.training ? program : program.inEvaluation();
    if (form.aggregated) {
      return layer.aggregated();
    }
    return form.productFirst ? layer.productFirst() : layer;
  }

  @Override
  public void close() {
    modules.forEach(forms -> forms.values().forEach(LayerModule::close));
  }
}
