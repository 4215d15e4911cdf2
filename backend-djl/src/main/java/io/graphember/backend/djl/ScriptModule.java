// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValueUtils;
import ai.djl.pytorch.jni.JniUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** A loaded TorchScript class with the one method {@code forward}. */
final class ScriptModule implements AutoCloseable {
  private final PtSymbolBlock module;

  /**
   * Loads a class.
   *
   * @param name its name in the source
   */
  ScriptModule(PtNDManager manager, String name, String source) {
    byte[] archive = TorchScriptArchive.of(name, source);
    try {
      module = JniUtils.loadModule(manager, new ByteArrayInputStream(archive), false, false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Calls the method.
   *
   * @param tracked true to keep what backward needs
   * @param arguments the results belong to the manager of the first
   */
  NDList call(boolean tracked, List<NDArray> arguments) {
    return IValueUtils.forward(module, new NDList(arguments), tracked);
  }

  @Override
  public void close() {
    module.close();
  }
}
