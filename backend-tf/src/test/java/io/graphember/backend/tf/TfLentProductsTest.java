// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.backend.BackendProvider;
import io.graphember.testkit.contract.LentProductsContract;

class TfLentProductsTest extends LentProductsContract {
  @Override
  protected BackendProvider provider() {
    return new TfBackendProvider();
  }
}
