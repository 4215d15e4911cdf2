// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.Workers;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What a node tells a backend when it opens it.
 *
 * @param threads engine threads for one operation, at least 1; with 1 results repeat bit for bit
 * @param cacheDirectory where native libraries are unpacked; null for the engine's own default
 * @param workers threads lent for what a backend computes beside the engine, with the caller's as
 *     many as those of the engine
 * @param products lent likewise; empty where the engine multiplies faster
 * @param sparseProducts lent likewise
 */
public record BackendSettings(
    int threads,
    Path cacheDirectory,
    Workers workers,
    Optional<RowProducts> products,
    SparseProducts sparseProducts) {
  /** Checks the range. */
  public BackendSettings {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, was " + threads);
    }
    Objects.requireNonNull(workers, "workers");
    Objects.requireNonNull(products, "products");
    Objects.requireNonNull(sparseProducts, "sparseProducts");
  }

  /** With sparse products in plain Java. */
  public BackendSettings(
      int threads, Path cacheDirectory, Workers workers, Optional<RowProducts> products) {
    this(threads, cacheDirectory, workers, products, SparseProducts.PLAIN);
  }

  /** With nothing lent: by the caller's thread, and products by the engine. */
  public BackendSettings(int threads, Path cacheDirectory) {
    this(threads, cacheDirectory, Workers.CALLER, Optional.empty());
  }
}
