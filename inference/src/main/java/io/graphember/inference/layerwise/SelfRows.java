// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.slice.RowLayout;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.memory.RowMatrix;
import org.jspecify.annotations.Nullable;

/** Reads rows of masters for themselves from matrices in memory. Used by one thread. */
public final class SelfRows implements HiddenRows.SelfReader {
  private final Slice slice;
  private final RowMatrix[] shared;
  private final @Nullable RowMatrix[] own;
  private final Places places;
  private final float[] row;

  /** Where rows of masters lie. */
  @FunctionalInterface
  public interface Places {
    /** Row of the master at a position. */
    int row(int partition, int position);
  }

  /**
   * A reader.
   *
   * @param shared shared rows by partition
   * @param own rows that only the master itself reads, by partition; null where there are none
   */
  public SelfRows(Slice slice, RowMatrix[] shared, @Nullable RowMatrix[] own, Places places) {
    this.slice = slice;
    this.shared = shared;
    this.own = own;
    this.places = places;
    row = new float[Math.max(slice.shared().columns(), slice.own().columns())];
  }

  @Override
  public void read(int partition, int first, SliceBatch batch) {
    for (int operation : slice.selfOperations()) {
      final int value = slice.selfValue(operation);
      if (slice.shared().has(value)) {
        read(shared[partition], slice.shared(), value, partition, first, operation, batch);
      } else {
        read(own[partition], slice.own(), value, partition, first, operation, batch);
      }
    }
  }

  private void read(
      RowMatrix matrix,
      RowLayout layout,
      int value,
      int partition,
      int first,
      int operation,
      SliceBatch batch) {
    final float[] target = batch.room(operation);
    final int stride = batch.stride(operation);
    final boolean whole = layout.values().size() == 1;
    for (int i = 0; i < batch.rows; i++) {
      final int place = places.row(partition, first + i);
      if (whole) {
        matrix.read(place, target, i * stride);
      } else {
        matrix.read(place, row, 0);
        System.arraycopy(row, layout.offset(value), target, i * stride, stride);
      }
    }
  }
}
