// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.slice;

import io.graphember.inference.fixture.SliceRunnerContract;
import io.graphember.inference.layerwise.RunnerFactory;

class KernelRunnerTest extends SliceRunnerContract {
  @Override
  protected RunnerFactory runners() {
    return RunnerFactory.KERNELS;
  }
}
