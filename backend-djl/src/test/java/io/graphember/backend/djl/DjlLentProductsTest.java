// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import io.graphember.spi.backend.BackendProvider;
import io.graphember.testkit.contract.LentProductsContract;

class DjlLentProductsTest extends LentProductsContract {
  @Override
  protected BackendProvider provider() {
    return new DjlBackendProvider();
  }
}
