// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.cache.Eviction;
import java.nio.file.Path;

/**
 * Where and how rows are stored between slices.
 *
 * @param folder holds {@code layer-K/partition-P/shared} and {@code own}, Zarr arrays of what slice
 *     K keeps, and {@code layer-K/partition-P.rows}, its static caches; a run that was ended early
 *     goes on from what is there
 * @param run names model, graph version and all else that decides the rows: another run's are
 *     deleted
 * @param chunkRows masters of a chunk of the arrays, which a worker computes together; a multiple
 *     of {@link LayerWorker#BATCH}
 * @param cacheRows rows of a chunk of the caches, which divides {@code chunkRows}
 * @param cacheBytes size of the dynamic cache
 * @param eviction what goes out of it
 */
public record StorageSettings(
    Path folder, String run, int chunkRows, int cacheRows, long cacheBytes, Eviction eviction) {
  /** Checks the sizes. */
  public StorageSettings {
    if (chunkRows < 1
        || cacheRows < 1
        || chunkRows % LayerWorker.BATCH != 0
        || chunkRows % cacheRows != 0
        || cacheBytes < 0) {
      throw new IllegalArgumentException(
          "no such storage: chunkRows=%d cacheRows=%d cacheBytes=%d"
              .formatted(chunkRows, cacheRows, cacheBytes));
    }
  }
}
