// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.BackendProvider;
import io.graphember.testkit.contract.BackendContract;

class ReferenceBackendTest extends BackendContract {
  @Override
  protected BackendProvider provider() {
    return new ReferenceBackendProvider();
  }

  @Override
  protected boolean usesNativeMemory() {
    return false;
  }
}
