// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.id.Vid;
import io.graphember.inference.slice.RowLayout;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowSlab;
import java.util.List;

/**
 * What is kept of all vertices between two slices: in each partition the shared rows of its masters
 * and of its mirrors, and the rows of its masters for themselves. Rows of masters are written
 * first, by several threads; then those of the mirrors are filled in; then all are read.
 */
final class KeptRows {
  private final Slice slice;
  private final List<InferencePartition> partitions;
  private final RowMatrix[] shared;
  private final RowSlab[] sharedSlabs; // null where rows of a master are the input's own
  private final RowSlab[] own;

  private KeptRows(Slice slice, List<InferencePartition> partitions) {
    this.slice = slice;
    this.partitions = partitions;
    shared = new RowMatrix[partitions.size()];
    sharedSlabs = new RowSlab[partitions.size()];
    own = new RowSlab[partitions.size()];
  }

  /** Room for what a slice keeps. */
  static KeptRows of(Slice slice, List<InferencePartition> partitions) {
    KeptRows kept = new KeptRows(slice, partitions);
    for (int p = 0; p < partitions.size(); p++) {
      final int masters = partitions.get(p).topology().masters();
      final int vertices = partitions.get(p).topology().vertices();
      kept.sharedSlabs[p] = slab(vertices, slice.shared());
      kept.own[p] = slab(masters, slice.own());
      kept.shared[p] = kept.sharedSlabs[p];
    }
    return kept;
  }

  /** The rows that enter layer 0, of a slice that keeps its input; not copied but for mirrors'. */
  static KeptRows ofInput(Slice slice, List<InferencePartition> partitions) {
    KeptRows kept = new KeptRows(slice, partitions);
    for (int p = 0; p < partitions.size(); p++) {
      InferencePartition partition = partitions.get(p);
      final int vertices = partition.topology().vertices();
      if (partition.input().rows() == vertices) {
        kept.shared[p] = partition.input();
      } else if (partition.input() instanceof RowSlab slab) {
        kept.sharedSlabs[p] = slab.extended(vertices);
        kept.sharedSlabs[p].allocate();
        kept.shared[p] = kept.sharedSlabs[p];
      } else {
        kept.sharedSlabs[p] = copy(partition.input(), vertices);
        kept.shared[p] = kept.sharedSlabs[p];
      }
    }
    return kept;
  }

  private static RowSlab slab(int rows, RowLayout layout) {
    if (layout.isEmpty()) {
      return null;
    }
    RowSlab slab = new RowSlab(rows, layout.columns());
    slab.allocate();
    return slab;
  }

  private static RowSlab copy(RowMatrix input, int rows) {
    RowSlab slab = new RowSlab(rows, input.dim());
    slab.allocate();
    float[] row = new float[input.dim()];
    for (int i = 0; i < input.rows(); i++) {
      input.read(i, row, 0);
      slab.write(i, row, 0);
    }
    return slab;
  }

  /** Bytes that {@link #of} takes. */
  static long estimateBytes(Slice slice, List<InferencePartition> partitions) {
    long bytes = 0;
    for (InferencePartition partition : partitions) {
      bytes += bytes(partition.topology().vertices(), slice.shared());
      bytes += bytes(partition.topology().masters(), slice.own());
    }
    return bytes;
  }

  private static long bytes(int rows, RowLayout layout) {
    return layout.isEmpty() ? 0 : RowSlab.estimateBytes(rows, layout.columns());
  }

  /** Bytes that {@link #ofInput} takes at most. */
  static long estimateInputBytes(List<InferencePartition> partitions) {
    long bytes = 0;
    for (InferencePartition partition : partitions) {
      final int vertices = partition.topology().vertices();
      final int dim = partition.input().dim();
      final int more =
          partition.input() instanceof RowSlab ? vertices - partition.input().rows() : vertices;
      bytes += more == 0 || partition.input().rows() == vertices ? 0 : segment(more, dim);
    }
    return bytes;
  }

  private static long segment(int rows, int dim) {
    return RowSlab.estimateBytes(rows, dim) + RowSlab.SEGMENT_BYTES;
  }

  /** The shared rows of each partition. */
  RowMatrix[] shared() {
    return shared;
  }

  /** Keeps what was computed of consecutive masters. */
  void write(int partition, int first, SliceBatch batch, float[] row) {
    write(sharedSlabs[partition], slice.shared(), first, batch, row);
    write(own[partition], slice.own(), first, batch, row);
  }

  private static void write(
      RowSlab slab, RowLayout layout, int first, SliceBatch batch, float[] row) {
    if (layout.isEmpty()) {
      return;
    }
    final boolean whole = layout.values().size() == 1;
    for (int i = 0; i < batch.rows; i++) {
      if (whole) {
        slab.write(first + i, batch.value(layout.values().get(0)), i * layout.columns());
        continue;
      }
      for (int value : layout.values()) {
        final int stride = batch.stride(value);
        System.arraycopy(batch.value(value), i * stride, row, layout.offset(value), stride);
      }
      slab.write(first + i, row, 0);
    }
  }

  /**
   * Copies rows of mirrors from their masters' partitions.
   *
   * @param from first mirror of the partition
   * @param to end of them
   * @param row scratch, a shared row
   * @return how many were copied: none where the input had them
   */
  int fill(int partition, int from, int to, float[] row) {
    if (sharedSlabs[partition] == null) {
      return 0;
    }
    for (int local = from; local < to; local++) {
      final long vid = partitions.get(partition).topology().vid(partition, local);
      shared[Vid.partition(vid)].read(Vid.local(vid), row, 0);
      sharedSlabs[partition].write(local, row, 0);
    }
    return to - from;
  }

  /** Reads what apply is given of consecutive masters themselves. */
  void readSelf(int partition, int first, SliceBatch batch, float[] row) {
    for (int operation : slice.selfOperations()) {
      final int value = slice.selfValue(operation);
      final boolean isShared = slice.shared().has(value);
      final RowLayout layout = isShared ? slice.shared() : slice.own();
      final RowMatrix matrix = isShared ? shared[partition] : own[partition];
      final float[] target = batch.room(operation);
      final int stride = batch.stride(operation);
      for (int i = 0; i < batch.rows; i++) {
        if (layout.values().size() == 1) {
          matrix.read(first + i, target, i * stride);
        } else {
          matrix.read(first + i, row, 0);
          System.arraycopy(row, layout.offset(value), target, i * stride, stride);
        }
      }
    }
  }
}
