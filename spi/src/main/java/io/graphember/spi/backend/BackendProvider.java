// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

/**
 * Makes a backend; found by {@link java.util.ServiceLoader}. The constructor does nothing: no
 * engine is touched before {@link #open}.
 */
public interface BackendProvider {
  /** Name in the configuration, for example {@code djl}; lower case, unique. */
  String name();

  /** Version of {@link SpiVersion} this provider was compiled against. */
  int spiVersion();

  /** What the engine takes of native memory; cautious figures by default. Loads nothing. */
  default EngineMemory memory() {
    return EngineMemory.UNKNOWN;
  }

  /**
   * Loads the engine; downloads nothing. May take seconds the first time, when native libraries are
   * unpacked.
   *
   * @throws io.graphember.spi.error.GraphemberException of category ENGINE if it cannot be loaded
   */
  Backend open(BackendSettings settings);
}
