// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.pytorch.engine.PtNDManager;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.EngineInput;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The layers of one model and its decoder as modules, each loaded when it is first asked for. */
final class LayerModules implements AutoCloseable {
  private static final Form WHOLE = new Form(true, false, EngineInput.Form.ROWS);

  private final PtNDManager manager;
  private final List<Program> programs;
  private final int layers; // of these programs; the decoder's come after them
  private final List<Map<Form, LayerModule>> modules = new ArrayList<>();

  /** What a layer is computed for, in which order, and from where on. */
  private record Form(boolean training, boolean productFirst, EngineInput.Form input) {}

  LayerModules(PtNDManager manager, ModelSpec spec) {
    this.manager = manager;
    programs = new ArrayList<>(spec.programs());
    layers = programs.size();
    spec.decoderProgram().ifPresent(programs::add);
    spec.decoder().queryProgram(spec.outputDim()).ifPresent(programs::add);
    programs.forEach(program -> modules.add(new HashMap<>()));
  }

  /** A layer for what enters it. */
  LayerModule layer(int k, boolean training, Block block, EngineInput.Form input) {
    boolean productFirst =
        input == EngineInput.Form.ROWS
            && programs
                .get(k)
                .productFirstIsCheaper(block.destinations(), block.sources(), block.edges());
    return get(k, new Form(training, productFirst, input));
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
    Program rest = form.input.rest(form.training ? program : program.inEvaluation());
    return form.productFirst ? rest.productFirst() : rest;
  }

  @Override
  public void close() {
    modules.forEach(forms -> forms.values().forEach(LayerModule::close));
  }
}
