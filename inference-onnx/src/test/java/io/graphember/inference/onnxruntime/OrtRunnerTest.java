// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnxruntime;

import io.graphember.inference.fixture.SliceRunnerContract;
import io.graphember.inference.layerwise.RunnerFactory;

class OrtRunnerTest extends SliceRunnerContract {
  @Override
  protected RunnerFactory runners() {
    return new OrtProvider().open();
  }
}
