// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.update;

import io.graphember.inference.layerwise.Aggregator;
import io.graphember.inference.layerwise.HiddenRows;
import io.graphember.inference.layerwise.NeighborAggregation;
import io.graphember.inference.layerwise.RowWriter;
import io.graphember.inference.layerwise.SelfRows;
import io.graphember.inference.layerwise.SlicedModel;
import io.graphember.inference.lists.NeighborLists;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.memory.RowMatrix;
import io.graphember.memory.RowSlab;
import java.util.Optional;

/**
 * A kept layer as a pass over some masters reads it, whose positions are those in which they are
 * named: their own rows, and of their neighbours the kept sums, or the rows that lists name which
 * were fetched. Written, it finds out which rows have changed.
 */
final class TouchedRows implements HiddenRows {
  private final KeptLayer layer;
  private final int[][] masters; // by partition
  private final RowSlab[] fetched; // by partition that has the edges; empty where sums are read
  private final Optional<ChangedRows> changes; // empty if it is only read
  private final int first; // position of the first master among those that changes are noted of

  private TouchedRows(
      KeptLayer layer,
      int[][] masters,
      RowSlab[] fetched,
      Optional<ChangedRows> changes,
      int first) {
    this.layer = layer;
    this.masters = masters;
    this.fetched = fetched;
    this.changes = changes;
    this.first = first;
  }

  /** Read with sums that are kept. */
  static TouchedRows ofSums(KeptLayer layer, int[][] masters) {
    return new TouchedRows(layer, masters, new RowSlab[0], Optional.empty(), 0);
  }

  /** Read with the rows that lists name. */
  static TouchedRows ofLists(KeptLayer layer, int[][] masters, RowSlab[] fetched) {
    return new TouchedRows(layer, masters, fetched, Optional.empty(), 0);
  }

  /**
   * Written.
   *
   * @param first position among those of the changes of the first master that is written
   */
  static TouchedRows written(KeptLayer layer, ChangedRows changes, int first) {
    return new TouchedRows(layer, new int[0][], new RowSlab[0], Optional.of(changes), first);
  }

  @Override
  public int grain() {
    return SlicedModel.BATCH_ROWS;
  }

  @Override
  public boolean has(int partition, int position) {
    return false;
  }

  @Override
  public RowWriter writer() {
    final ChangedRows noted = changes.orElseThrow();
    final Slice slice = layer.slice();
    final float[] shared = new float[layer.columns()];
    final float[] own = new float[slice.own().columns()];
    final float[] scratch = new float[Math.max(shared.length, own.length)];
    return (partition, position, batch) -> {
      for (int i = 0; i < batch.rows; i++) {
        if (shared.length > 0) {
          layer.collect(slice.shared(), batch, i, shared);
        }
        if (own.length > 0) {
          layer.collect(slice.own(), batch, i, own);
        }
        noted.write(partition, first + position + i, shared, own, scratch);
      }
    };
  }

  @Override
  public void restore(int partition, int position, int count) {
    throw new IllegalStateException("nothing is kept by a run that has ended");
  }

  @Override
  public void mastersDone() {
    // Rows were put where they are read.
  }

  @Override
  public void readMaster(int partition, int local, float[] target, int at) {
    layer.shared()[partition].read(local, target, at);
  }

  @Override
  public boolean lacksMirrors(int partition) {
    return false;
  }

  @Override
  public void put(int partition, int from, float[] rows, int count) {
    for (int i = 0; i < count; i++) {
      fetched[partition].write(from + i, rows, i * layer.columns());
    }
  }

  @Override
  public void rowsDone() {
    // Rows were put where they are read.
  }

  @Override
  public void sumsDone() {
    // Sums are kept.
  }

  @Override
  public int columns() {
    return layer.columns();
  }

  @Override
  public long rows() {
    long rows = 0;
    for (RowSlab slab : fetched) {
      rows += slab.rows();
    }
    return rows;
  }

  @Override
  public RowMatrix[] shared() {
    return fetched;
  }

  @Override
  public Aggregator aggregator(NeighborLists lists) {
    return fetched.length > 0
        ? new NeighborAggregation(layer.slice(), lists, fetched)
        : new SumReader(layer, lists);
  }

  @Override
  public SelfReader selfReader() {
    return new SelfRows(
        layer.slice(),
        layer.shared(),
        layer.own(),
        (partition, position) -> masters[partition][position]);
  }

  /** Reads sums that are kept. */
  private static final class SumReader implements Aggregator {
    private final KeptLayer layer;
    private final NeighborLists lists;
    private final float[] row;

    SumReader(KeptLayer layer, NeighborLists lists) {
      this.layer = layer;
      this.lists = lists;
      row = new float[layer.columns()];
    }

    @Override
    public int prepare(int partition, int from, int to) {
      return to;
    }

    @Override
    public void aggregate(int partition, int position, SliceBatch batch) {
      for (int aggregation : layer.slice().aggregations()) {
        final float[] target = batch.room(aggregation);
        final int stride = batch.stride(aggregation);
        final int columns = batch.columns(aggregation);
        final int from = layer.offset(aggregation);
        for (int i = 0; i < batch.rows; i++) {
          final int neighbors = lists.neighbors(partition, position + i);
          final float factor = neighbors == 0 ? 0 : layer.factor(aggregation, neighbors);
          layer.sums(partition).read(lists.local(partition, position + i), row, 0);
          for (int j = 0; j < columns; j++) {
            target[i * stride + j] = row[from + j] * factor;
          }
        }
      }
    }

    @Override
    public void sum(int partition, int[] vertices, float[] target) {
      throw new IllegalStateException("sums of one partition are not kept");
    }
  }
}
