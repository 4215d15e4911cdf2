// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import io.graphember.inference.engine.BackendRunners;
import io.graphember.inference.fixture.SliceRunnerContract;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Layers of whole-graph inference on this backend. */
class DjlSlicesTest extends SliceRunnerContract {
  private static Backend backend;

  @BeforeAll
  static void load() {
    backend = new DjlBackendProvider().open(new BackendSettings(1, null));
  }

  @AfterAll
  static void unload() {
    backend.close();
  }

  @Override
  protected RunnerFactory runners() {
    return new BackendRunners(backend);
  }
}
