// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.SpiVersion;
import io.graphember.testkit.asserting.AssertingBackend;

/**
 * Makes {@link ReferenceBackend}s. Not registered as a service, so that it never competes with the
 * engine under test.
 */
public final class ReferenceBackendProvider implements BackendProvider {
  @Override
  public String name() {
    return ReferenceBackend.NAME;
  }

  @Override
  public int spiVersion() {
    return SpiVersion.CURRENT;
  }

  @Override
  public Backend open(BackendSettings settings) {
    return new AssertingBackend(new ReferenceBackend());
  }
}
