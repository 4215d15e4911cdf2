// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.pytorch.engine.PtNDManager;
import io.graphember.spi.model.Program;
import java.util.List;
import java.util.function.Function;

/** A program as a loaded TorchScript method. */
final class LayerModule implements AutoCloseable {
  private final Program program;
  private final List<Argument> arguments;
  private final ScriptModule module;

  LayerModule(PtNDManager manager, Program program) {
    this.program = program;
    ProgramPrinter.Printed printed = ProgramPrinter.print(program);
    arguments = printed.arguments();
    module = new ScriptModule(manager, Script.NAME, printed.source());
  }

  Program program() {
    return program;
  }

  /**
   * Computes the output.
   *
   * @param tracked true to keep what backward needs
   * @param values gives what the program looks at
   */
  NDArray call(boolean tracked, Function<Argument, NDArray> values) {
    final List<NDArray> given = arguments.stream().map(values).toList();
    return module.call(tracked, given).head();
  }

  @Override
  public void close() {
    module.close();
  }
}
