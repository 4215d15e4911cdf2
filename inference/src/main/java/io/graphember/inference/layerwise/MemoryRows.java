// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.id.Vid;
import io.graphember.inference.slice.RowLayout;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowSlab;
import java.util.List;

/** Kept in slabs. Rows of layer 0 that are kept as they enter are those of the input. */
final class MemoryRows implements KeptRows {
  private final Slice slice;
  private final List<InferencePartition> partitions;
  private final RowMatrix[] shared;
  private final RowSlab[] sharedSlabs; // null where rows of a master are the input's own
  private final RowSlab[] own;

  private MemoryRows(Slice slice, List<InferencePartition> partitions) {
    this.slice = slice;
    this.partitions = partitions;
    shared = new RowMatrix[partitions.size()];
    sharedSlabs = new RowSlab[partitions.size()];
    own = new RowSlab[partitions.size()];
  }

  /** Room for what a slice keeps. */
  static MemoryRows of(Slice slice, List<InferencePartition> partitions) {
    MemoryRows kept = new MemoryRows(slice, partitions);
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
  static MemoryRows ofInput(Slice slice, List<InferencePartition> partitions) {
    MemoryRows kept = new MemoryRows(slice, partitions);
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

  @Override
  public int grain() {
    return LayerWorker.BATCH;
  }

  @Override
  public boolean has(int partition, int first) {
    return false;
  }

  @Override
  public RowMatrix[] shared() {
    return shared;
  }

  @Override
  public Aggregator aggregator(NeighborLists lists) {
    return new NeighborAggregation(slice, lists, shared);
  }

  @Override
  public RowWriter writer() {
    final float[] row = new float[Math.max(slice.shared().columns(), slice.own().columns())];
    return (partition, first, batch) -> {
      write(sharedSlabs[partition], slice.shared(), first, batch, row);
      write(own[partition], slice.own(), first, batch, row);
    };
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
      } else {
        batch.collect(layout, i, row, 0);
        slab.write(first + i, row, 0);
      }
    }
  }

  @Override
  public int fillFrom(int partition) {
    return partitions.get(partition).topology().masters();
  }

  /** Mirrors, from their masters' partitions; none where the input had them. */
  @Override
  public int fill(int partition, int from, int to) {
    if (sharedSlabs[partition] == null) {
      return 0;
    }
    final float[] row = new float[shared[partition].dim()];
    for (int local = from; local < to; local++) {
      final long vid = partitions.get(partition).topology().vid(partition, local);
      shared[Vid.partition(vid)].read(Vid.local(vid), row, 0);
      sharedSlabs[partition].write(local, row, 0);
    }
    return to - from;
  }

  @Override
  public void filled() {
    // Rows were put where they are read.
  }

  @Override
  public SelfReader selfReader() {
    final float[] row = new float[Math.max(slice.shared().columns(), slice.own().columns())];
    return (partition, first, batch) -> {
      for (int operation : slice.selfOperations()) {
        final int value = slice.selfValue(operation);
        final boolean isShared = slice.shared().has(value);
        read(
            isShared ? shared[partition] : own[partition],
            isShared ? slice.shared() : slice.own(),
            value,
            first,
            operation,
            batch,
            row);
      }
    };
  }

  private static void read(
      RowMatrix matrix,
      RowLayout layout,
      int value,
      int first,
      int operation,
      SliceBatch batch,
      float[] row) {
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
