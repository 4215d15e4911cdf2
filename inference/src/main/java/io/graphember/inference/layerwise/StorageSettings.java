// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.slice.Slice;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Where and how rows are stored between slices.
 *
 * @param folder holds {@code layer-K/partition-P/shared} and {@code own}, Zarr arrays of what slice
 *     K keeps, and {@code output-K/partition-P}, arrays of the rows that layer K gives to its
 *     output; a run that was ended early goes on from what is there. Processes may share it
 * @param caches holds {@code layer-K/partition-P.rows}, static caches; on the local disk, maybe the
 *     same folder
 * @param run names model, graph version and all else that decides the rows: another run's are
 *     deleted
 * @param outputs layers whose output is stored, too: it is given again to the output of a run that
 *     goes on
 * @param chunkRows masters of a chunk of the arrays, which a worker computes together; a multiple
 *     of {@link LayerWorker#BATCH}
 * @param cacheRows rows of a chunk of the caches, which divides {@code chunkRows}
 * @param cacheBytes size of the dynamic cache
 */
public record StorageSettings(
    Path folder,
    Path caches,
    String run,
    Set<Integer> outputs,
    int chunkRows,
    int cacheRows,
    long cacheBytes) {
  private static final int CACHE_ROWS = 4096;
  private static final int MOST_CHUNK_ROWS = 32_768; // as in GLISP, section IV-E
  private static final int FEWEST_CHUNK_ROWS = 4096;
  private static final int CHUNK_BYTES = 1 << 24;

  /**
   * Settings for a model: chunks of arrays have a power of two of rows, 16 MiB or less where rows
   * are wide.
   *
   * @param slices of the model
   */
  public static StorageSettings of(
      Path folder,
      Path caches,
      String run,
      Set<Integer> outputs,
      List<Slice> slices,
      long cacheBytes) {
    int columns = 1;
    for (Slice slice : slices) {
      columns = Math.max(columns, Math.max(slice.shared().columns(), slice.own().columns()));
      if (outputs.contains(slice.layer())) {
        columns = Math.max(columns, slice.program().output().columns());
      }
    }
    return new StorageSettings(
        folder, caches, run, outputs, chunkRows(columns), CACHE_ROWS, cacheBytes);
  }

  private static int chunkRows(int columns) {
    final int rows = Integer.highestOneBit(Math.max(1, CHUNK_BYTES / (4 * columns)));
    return Math.max(FEWEST_CHUNK_ROWS, Math.min(MOST_CHUNK_ROWS, rows));
  }

  /** Masters that a worker computes together at most. */
  int mostMasters(List<InferencePartition> partitions) {
    int most = 1;
    for (InferencePartition partition : partitions) {
      most = Math.max(most, partition.topology().masters());
    }
    return Math.min(most, chunkRows);
  }

  /** Checks the sizes. */
  public StorageSettings {
    outputs = Set.copyOf(outputs);
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
