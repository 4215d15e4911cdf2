// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.backend.BackendProvider;
import io.graphember.testkit.contract.BackendContract;

class TfBackendTest extends BackendContract {
  @Override
  protected BackendProvider provider() {
    return new TfBackendProvider();
  }
}
