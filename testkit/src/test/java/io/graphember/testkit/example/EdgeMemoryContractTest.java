// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.example;

import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.LayerOptions;
import io.graphember.testkit.contract.ArchitectureContract;

class EdgeMemoryContractTest extends ArchitectureContract {
  @Override
  protected Architecture architecture() {
    return new EdgeMemory();
  }

  @Override
  protected LayerOptions options() {
    return LayerOptions.DEFAULT.withEdgeDim(2);
  }
}
