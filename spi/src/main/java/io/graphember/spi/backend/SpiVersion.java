// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

/** Version of the backend boundary; a node refuses a provider made for another one. */
public final class SpiVersion {
  /** Counts up with every incompatible change. */
  public static final int CURRENT = 6;

  private SpiVersion() {}
}
