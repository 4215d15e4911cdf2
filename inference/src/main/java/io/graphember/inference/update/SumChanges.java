// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.graph.id.Vid;
import io.graphember.inference.update.UpdatePeers.SumDifferences;
import io.graphember.memory.RowSlab;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * By how much sums over the in-edges of one partition have changed. Immutable once it is made; safe
 * for any thread.
 *
 * @param vids of the vertices, ascending
 * @param rows row i is that of vertex i; null where a layer does not add up
 * @param variances see {@link RoundingRule}; empty as rows
 */
record SumChanges(long[] vids, @Nullable RowSlab rows, float[] variances) {
  /** Bytes of so many vertices. */
  static long bytes(long vertices, int columns) {
    return 12 * vertices + (columns == 0 ? 0 : RowSlab.estimateBytes(vertices, columns));
  }

  /** A piece of those of the masters of a partition. */
  SumDifferences piece(int partition, int from, int most) {
    final int first = first(partition);
    final int total = first(partition + 1) - first;
    final int count = Math.min(most, total - from);
    final int[] masters = new int[count];
    final int columns = rows == null ? 0 : rows.dim();
    final float[] values = new float[count * columns];
    for (int i = 0; i < count; i++) {
      masters[i] = Vid.local(vids[first + from + i]);
      if (rows != null) {
        rows.read(first + from + i, values, i * columns);
      }
    }
    return new SumDifferences(
        masters,
        values,
        rows == null
            ? new float[0]
            : Arrays.copyOfRange(variances, first + from, first + from + count),
        total);
  }

  private int first(int partition) {
    final int found = Arrays.binarySearch(vids, Vid.of(partition, 0));
    return found < 0 ? -found - 1 : found;
  }
}
