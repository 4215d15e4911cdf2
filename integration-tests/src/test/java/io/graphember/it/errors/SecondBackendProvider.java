// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.SpiVersion;

/** A backend that is installed and never opened. */
public final class SecondBackendProvider implements BackendProvider {
  @Override
  public String name() {
    return "other";
  }

  @Override
  public int spiVersion() {
    return SpiVersion.CURRENT;
  }

  @Override
  public Backend open(BackendSettings settings) {
    throw new UnsupportedOperationException();
  }
}
