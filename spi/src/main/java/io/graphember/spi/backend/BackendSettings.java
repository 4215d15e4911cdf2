// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a node tells a backend when it opens it.
 *
 * @param threads engine threads for one operation, at least 1; with 1 results repeat bit for bit
 * @param cacheDirectory where native libraries are unpacked; empty for the engine's own default
 */
public record BackendSettings(int threads, Optional<Path> cacheDirectory) {
  /** Checks the range. */
  public BackendSettings {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, was " + threads);
    }
  }
}
