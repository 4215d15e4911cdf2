// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.example;

import io.graphember.spi.model.Architecture;
import io.graphember.testkit.contract.ArchitectureContract;

class GatedSageContractTest extends ArchitectureContract {
  @Override
  protected Architecture architecture() {
    return new GatedSage();
  }
}
