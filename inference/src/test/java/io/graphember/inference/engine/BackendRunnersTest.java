// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.engine;

import io.graphember.inference.fixture.SliceRunnerContract;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.testkit.reference.ReferenceBackend;

/** Layers in one piece, by the reference. */
class BackendRunnersTest extends SliceRunnerContract {
  @Override
  protected RunnerFactory runners() {
    return new BackendRunners(new ReferenceBackend());
  }
}
