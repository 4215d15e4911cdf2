// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.zarr.ZarrArray;
import java.util.Arrays;
import java.util.Objects;

/**
 * Rows that a layer gives to its output, in a Zarr array for each partition, a chunk for each
 * grain: a run that goes on gives them again and does not compute them. Several threads may use
 * different grains.
 */
final class StoredOutput {
  private final int layer;
  private final int columns;
  private final int grain;
  private final int most; // masters of a grain, at most
  private final InferencePartition[] home;
  private final ZarrArray[] arrays; // null of other processes' partitions

  /**
   * Room for the rows that leave a slice.
   *
   * @param home partitions of this process by number; null for others
   */
  StoredOutput(Slice slice, InferencePartition[] home, StorageSettings settings) {
    this.home = home;
    layer = slice.layer();
    columns = slice.program().output().columns();
    grain = settings.chunkRows();
    most = settings.mostMasters(Arrays.stream(home).filter(Objects::nonNull).toList());
    arrays = new ZarrArray[home.length];
    for (int p = 0; p < home.length; p++) {
      if (home[p] != null) {
        final int masters = home[p].topology().masters();
        arrays[p] =
            ZarrArray.open(
                settings.folder().resolve("output-%d/partition-%d".formatted(layer, p)),
                settings.run(),
                masters,
                columns,
                Math.max(1, Math.min(grain, masters)));
      }
    }
  }

  /** True if all rows of these masters are stored. */
  boolean has(int partition, int first) {
    return arrays[partition].has(first / grain);
  }

  /** Gives the stored rows of a grain. */
  void give(int partition, int first, int count, LayerOutput output) {
    final float[] rows = new float[count * columns];
    arrays[partition].read(first / grain, rows);
    final int[] masters = new int[count];
    Arrays.setAll(masters, i -> home[partition].order().local(first + i));
    output.accept(layer, partition, masters, count, rows, columns);
  }

  /** A writer for one worker. */
  Writer writer() {
    return new Writer();
  }

  /** Collects a grain. Used by one thread. */
  final class Writer {
    private final float[] chunk = new float[most * columns];
    private int count;

    void begin() {
      count = 0;
    }

    /** Takes the rows of some masters, row i from {@code i * stride} on. */
    void write(float[] rows, int stride, int some) {
      for (int i = 0; i < some; i++) {
        System.arraycopy(rows, i * stride, chunk, count++ * columns, columns);
      }
    }

    /** Stores the grain whose first master is this one. */
    void end(int partition, int first) {
      arrays[partition].write(first / grain, chunk);
    }
  }
}
