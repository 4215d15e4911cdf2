// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.engine.EngineException;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;

/** The loaded engine. It cannot be unloaded: closing only ends the opening of sessions. */
final class DjlBackend implements Backend {
  private final String engineVersion;
  private volatile boolean closed;

  DjlBackend(String engineVersion) {
    this.engineVersion = engineVersion;
  }

  @Override
  public String name() {
    return DjlBackendProvider.NAME;
  }

  @Override
  public String engineVersion() {
    return engineVersion;
  }

  @Override
  public ModelSession open(ModelSpec spec) {
    if (closed) {
      throw new IllegalStateException("the backend is closed");
    }
    try {
      return new DjlSession(spec);
    } catch (EngineException e) {
      throw new GraphemberException(
          SpiError.ENGINE_OPERATION_FAILED, "PyTorch did not take the layers of " + spec + ".", e);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
