// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.layerwise.Foreign;
import io.graphember.inference.lists.ResidentLists;
import io.graphember.inference.slice.RowLayout;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowSlab;
import io.graphember.spi.model.Operator;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of the masters of this process for one slice: shared rows, rows of their own, and
 * where a slice only adds up, the sums over all in-neighbours with what was rounded on the way.
 * Sums weighted by in-degrees are kept without the vertex's own factor. A slice that keeps its
 * input reads the graph's rows where they lie.
 *
 * <p>Rows of different masters may be written by different threads.
 */
final class KeptLayer {
  private final Slice slice;
  private final Foreign kind;
  private final boolean weighted;
  private final boolean ofInput;
  private final int columns;
  private RowMatrix[] shared = {}; // by partition; null of other processes
  private @Nullable RowSlab[] slabs = {}; // the same; null where they are the input's
  private @Nullable RowSlab[] own = {};
  private @Nullable RowSlab[] sums = {};
  private float[][] variances = {}; // see RoundingRule

  KeptLayer(Slice slice) {
    this.slice = slice;
    kind = Foreign.of(slice);
    weighted = kind == Foreign.SUMS && slice.program().uses(Operator.NEIGHBOR_WEIGHTED_SUM);
    ofInput = slice.layer() == 0 && slice.keepsInput();
    columns = ofInput ? slice.program().operation(0).columns() : slice.shared().columns();
  }

  Slice slice() {
    return slice;
  }

  Foreign kind() {
    return kind;
  }

  /** True if it adds up. */
  boolean adds() {
    return kind == Foreign.SUMS;
  }

  /** True if what it adds up is weighted by in-degrees. */
  boolean weighted() {
    return weighted;
  }

  /** True if its shared rows are those of the graph. */
  boolean ofInput() {
    return ofInput;
  }

  /** Floats of a shared row. */
  int columns() {
    return columns;
  }

  /** Floats of a row that travels along edges. */
  int addedColumns() {
    return adds() ? columns : 0;
  }

  /** Bytes of so many masters. */
  long bytes(int masters) {
    return (ofInput ? 0 : bytes(masters, columns))
        + bytes(masters, slice.own().columns())
        + (adds() ? bytes(masters, columns) + 4L * masters : 0);
  }

  private static long bytes(int masters, int columns) {
    return columns == 0 ? 0 : RowSlab.estimateBytes(masters, columns);
  }

  /** Makes room, in which rows are zeros that were not there. */
  void ensure(int partitions, int partition, int masters, RowMatrix input) {
    if (shared.length < partitions) {
      shared = Arrays.copyOf(shared, partitions);
      slabs = Arrays.copyOf(slabs, partitions);
      own = Arrays.copyOf(own, partitions);
      sums = Arrays.copyOf(sums, partitions);
      variances = Arrays.copyOf(variances, partitions);
    }
    if (ofInput) {
      shared[partition] = input;
    } else {
      slabs[partition] = ensured(slabs[partition], masters, columns);
      shared[partition] = slabs[partition];
    }
    own[partition] = ensured(own[partition], masters, slice.own().columns());
    if (adds()) {
      sums[partition] = ensured(sums[partition], masters, columns);
      variances[partition] =
          variances[partition] == null
              ? new float[masters]
              : Arrays.copyOf(variances[partition], masters);
    }
  }

  /** Lets go of all rows. */
  void clear() {
    shared = new RowMatrix[0];
    slabs = new RowSlab[0];
    own = new RowSlab[0];
    sums = new RowSlab[0];
    variances = new float[0][];
  }

  private static @Nullable RowSlab ensured(@Nullable RowSlab slab, int rows, int columns) {
    if (columns == 0 || slab != null && slab.rows() == rows) {
      return slab;
    }
    RowSlab ensured = slab == null ? new RowSlab(rows, columns) : slab.extended(rows);
    ensured.allocate();
    return ensured;
  }

  RowMatrix[] shared() {
    return shared;
  }

  /** Where shared rows are written; not of a slice that keeps its input. */
  RowSlab slab(int partition) {
    return there(slabs[partition]);
  }

  @Nullable RowSlab[] own() {
    return own;
  }

  RowSlab sums(int partition) {
    return there(sums[partition]);
  }

  float[] variances(int partition) {
    return variances[partition];
  }

  static RowSlab there(@Nullable RowSlab slab) {
    if (slab == null) {
      throw new IllegalStateException("there are no such rows");
    }
    return slab;
  }

  /** Copies what a batch has of a vertex, with zeros between values. */
  void collect(RowLayout layout, SliceBatch batch, int i, float[] row) {
    batch.collect(layout, i, row, 0);
    for (int v = 0; v < layout.values().size(); v++) {
      final int value = layout.values().get(v);
      final int from = layout.offsets().get(v);
      Arrays.fill(row, from + batch.columns(value), from + batch.stride(value), 0f);
    }
  }

  /** Keeps what a whole pass has transformed. */
  void keepTransformed(int partition, int[] masters, SliceBatch batch) {
    final float[] row = new float[Math.max(columns, slice.own().columns())];
    for (int i = 0; i < batch.rows; i++) {
      if (!slice.shared().isEmpty()) {
        collect(slice.shared(), batch, i, row);
        slab(partition).write(masters[i], row, 0);
      }
      if (!slice.own().isEmpty()) {
        collect(slice.own(), batch, i, row);
        there(own[partition]).write(masters[i], row, 0);
      }
    }
  }

  /** Keeps the sums that were taken from the neighbours of some masters. */
  void keepSums(PartitionTopology topology, int partition, int[] masters, SliceBatch batch) {
    final float[] row = new float[columns];
    for (int i = 0; i < batch.rows; i++) {
      final int inDegree = topology.inDegree(masters[i]);
      for (int aggregation : slice.aggregations()) {
        final float[] values = batch.value(aggregation);
        final float divisor = 1 / factor(aggregation, inDegree);
        final int from = i * batch.stride(aggregation);
        final int at = offset(aggregation);
        for (int j = 0; j < batch.columns(aggregation); j++) {
          row[at + j] = inDegree == 0 ? 0 : values[from + j] * divisor;
        }
      }
      sums(partition).write(masters[i], row, 0);
      variances[partition][masters[i]] = 0;
    }
  }

  /** First float of what an aggregation adds up in a shared row. */
  int offset(int aggregation) {
    return ofInput ? 0 : slice.shared().offset(slice.program().operation(aggregation).first());
  }

  /** What a sum over in-neighbours, one or more, is multiplied by. */
  float factor(int aggregation, int inDegree) {
    return switch (slice.program().operation(aggregation).operator()) {
      case NEIGHBOR_MEAN -> 1f / inDegree;
      case NEIGHBOR_WEIGHTED_SUM -> ResidentLists.ofDegree(inDegree);
      default -> 1;
    };
  }
}
