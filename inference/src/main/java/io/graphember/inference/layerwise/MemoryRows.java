// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.lists.NeighborLists;
import io.graphember.inference.slice.RowLayout;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.memory.DenseRows;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowSlab;
import io.graphember.memory.WritableRows;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kept in slabs. Rows of layer 0 that are kept as they enter are those of the input. */
final class MemoryRows implements HiddenRows {
  private final Slice slice;
  private final InferencePartition[] home;
  private final int columns;
  private final RowMatrix[] shared;
  private final WritableRows[] sharedRows; // null where rows of a master are the input's own
  private final RowSlab[] own;

  private MemoryRows(Slice slice, InferencePartition[] home, int[] foreign, int columns) {
    this.slice = slice;
    this.home = home;
    this.columns = columns;
    shared = new RowMatrix[home.length];
    sharedRows = new WritableRows[home.length];
    own = new RowSlab[home.length];
    for (int q = 0; q < home.length; q++) {
      if (home[q] == null) {
        sharedRows[q] = slab(foreign[q], columns);
        shared[q] = sharedRows[q];
      }
    }
  }

  /**
   * Room for what a slice keeps.
   *
   * @param home partitions of this process by number; null for others
   * @param foreign rows that are fetched of each other partition
   */
  static MemoryRows of(Slice slice, InferencePartition[] home, int[] foreign) {
    MemoryRows kept = new MemoryRows(slice, home, foreign, slice.shared().columns());
    for (int p = 0; p < home.length; p++) {
      if (home[p] != null) {
        kept.sharedRows[p] = slab(home[p].topology().vertices(), slice.shared().columns());
        kept.own[p] = slab(home[p].topology().masters(), slice.own().columns());
        kept.shared[p] = kept.sharedRows[p];
      }
    }
    return kept;
  }

  /** The rows that enter layer 0, of a slice that keeps its input; not copied but for mirrors'. */
  static MemoryRows ofInput(Slice slice, InferencePartition[] home, int[] foreign, int columns) {
    MemoryRows kept = new MemoryRows(slice, home, foreign, columns);
    for (int p = 0; p < home.length; p++) {
      if (home[p] != null) {
        kept.keepInput(p, home[p]);
      }
    }
    return kept;
  }

  private void keepInput(int p, InferencePartition partition) {
    final int vertices = partition.topology().vertices();
    if (partition.input().rows() == vertices) {
      shared[p] = partition.input();
    } else if (partition.input() instanceof DenseRows rows) {
      sharedRows[p] = rows.extended(vertices);
      sharedRows[p].allocate();
      shared[p] = sharedRows[p];
    } else {
      sharedRows[p] = copy(partition.input(), vertices);
      shared[p] = sharedRows[p];
    }
  }

  private static @Nullable RowSlab slab(int rows, int columns) {
    if (columns == 0) {
      return null;
    }
    RowSlab slab = new RowSlab(rows, columns);
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
  static long estimateBytes(Slice slice, List<InferencePartition> partitions, long foreign) {
    long bytes = bytes(foreign, slice.shared());
    for (InferencePartition partition : partitions) {
      bytes += bytes(partition.topology().vertices(), slice.shared());
      bytes += bytes(partition.topology().masters(), slice.own());
    }
    return bytes;
  }

  private static long bytes(long rows, RowLayout layout) {
    return layout.isEmpty() ? 0 : RowSlab.estimateBytes(rows, layout.columns());
  }

  /** Bytes that {@link #ofInput} takes at most. */
  static long estimateInputBytes(List<InferencePartition> partitions, long foreign) {
    long bytes =
        partitions.isEmpty() ? 0 : RowSlab.estimateBytes(foreign, partitions.get(0).input().dim());
    for (InferencePartition partition : partitions) {
      final int vertices = partition.topology().vertices();
      final int dim = partition.input().dim();
      final int more =
          partition.input() instanceof DenseRows ? vertices - partition.input().rows() : vertices;
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
      write(sharedRows[partition], slice.shared(), first, batch, row);
      write(own[partition], slice.own(), first, batch, row);
    };
  }

  private static void write(
      WritableRows rows, RowLayout layout, int first, SliceBatch batch, float[] row) {
    if (layout.isEmpty()) {
      return;
    }
    final boolean whole = layout.values().size() == 1;
    for (int i = 0; i < batch.rows; i++) {
      if (whole) {
        rows.write(first + i, batch.value(layout.values().get(0)), i * layout.columns());
      } else {
        batch.collect(layout, i, row, 0);
        rows.write(first + i, row, 0);
      }
    }
  }

  @Override
  public void restore(int partition, int first, int count) {
    throw new IllegalStateException("nothing is kept in memory by a run that has ended");
  }

  @Override
  public void mastersDone() {
    // Rows were put where they are read.
  }

  @Override
  public void readMaster(int partition, int local, float[] target, int at) {
    shared[partition].read(local, target, at);
  }

  @Override
  public boolean lacksMirrors(int partition) {
    return sharedRows[partition] != null;
  }

  @Override
  public void put(int partition, int first, float[] rows, int count) {
    for (int i = 0; i < count; i++) {
      sharedRows[partition].write(first + i, rows, i * columns);
    }
  }

  @Override
  public void rowsDone() {
    // Rows were put where they are read.
  }

  @Override
  public void sumsDone() {
    // Rows were put where they are read.
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public long rows() {
    return Arrays.stream(shared).mapToLong(matrix -> matrix == null ? 0 : matrix.rows()).sum();
  }

  @Override
  public SelfReader selfReader() {
    return new SelfRows(slice, shared, own, (partition, position) -> position);
  }
}
