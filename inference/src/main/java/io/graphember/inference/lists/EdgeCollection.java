// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import io.graphember.inference.slice.RowLayout;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.memory.RowMatrix;
import io.graphember.sampling.batch.NeighborOrder;
import io.graphember.spi.model.Operator;
import java.util.Arrays;
import java.util.Optional;

/**
 * Collects the edges of batches of masters for slices that look at each edge (attention): the row
 * of its source, its type, its features. A vertex's edges come in the order of partitions, each in
 * the order of its list; of a slice that looks at their order, as {@link NeighborOrder} has them. A
 * self loop is before them.
 *
 * <p>Used by one thread.
 */
public final class EdgeCollection {
  private final Slice slice;
  private final NeighborLists lists;
  private final RowMatrix[] rows;
  private final boolean selfLoops;
  private final boolean typed;
  private final Optional<NeighborOrder> order; // empty if the slice does not look at it
  private final int featureValue; // -1 for none
  private final float[] row;
  private int[] names = new int[1024];
  private int[] owners = new int[1024];
  private int[] locals = new int[1024]; // the vertex in the partition that has the edge; -1: loop
  private int[] places = new int[1024];

  /**
   * A collection.
   *
   * @param rows of each partition the rows that neighbours read
   * @param typed true if a slice of the model looks at types of edges: then these order them, too
   */
  public EdgeCollection(
      Slice slice, NeighborLists lists, RowMatrix[] rows, boolean selfLoops, boolean typed) {
    this.slice = slice;
    this.lists = lists;
    this.rows = rows;
    this.selfLoops = selfLoops;
    this.typed = typed;
    order = slice.program().usesOrder() ? Optional.of(new NeighborOrder()) : Optional.empty();
    featureValue = edgeFeatures(slice);
    row = new float[slice.shared().columns()];
  }

  private static int edgeFeatures(Slice slice) {
    for (int i = 0; i < slice.program().operations().size(); i++) {
      if (slice.program().operation(i).operator() == Operator.EDGE_FEATURES) {
        return i;
      }
    }
    return -1;
  }

  /** Edges of a master, with the self loop. */
  public int edges(int partition, int master) {
    return lists.neighbors(partition, master) + (selfLoops ? 1 : 0);
  }

  /** Collects for the masters {@code first .. first + batch.rows - 1} of a partition. */
  public void collect(int partition, int first, SliceBatch batch) {
    ReplicaWalk walk = new ReplicaWalk(partition, lists.topology(partition));
    batch.edges = 0;
    batch.offsets[0] = 0;
    for (int i = 0; i < batch.rows; i++) {
      ensure(batch, batch.edges + edges(partition, first + i));
      if (selfLoops) {
        names[batch.edges] = lists.row(partition, first + i);
        owners[batch.edges] = partition;
        locals[batch.edges] = -1;
        batch.edgeTypes[batch.edges++] = 0;
      }
      walk.moveTo(lists.local(partition, first + i));
      while (walk.next()) {
        addEdges(walk.partition(), walk.local(), batch);
      }
      if (order.isPresent()) {
        sort(batch, batch.offsets[i] + (selfLoops ? 1 : 0), order.get());
      }
      batch.offsets[i + 1] = batch.edges;
    }
    readRows(batch);
    if (featureValue >= 0) {
      readFeatures(batch);
    }
  }

  private void addEdges(int partition, int local, SliceBatch batch) {
    final int at = batch.edges;
    InLists of = lists.of(partition);
    final int degree = of.copy(local, names, at);
    Arrays.fill(owners, at, at + degree, partition);
    Arrays.fill(locals, at, at + degree, local);
    if (typed || featureValue >= 0) {
      of.places(local, places, at);
    }
    for (int j = 0; typed && j < degree; j++) {
      batch.edgeTypes[at + j] = of.type(local, places[at + j]);
    }
    batch.edges += degree;
  }

  private void sort(SliceBatch batch, int from, NeighborOrder by) {
    final int count = batch.edges - from;
    final long[] vids = new long[count];
    final int[] types = new int[count];
    for (int e = 0; e < count; e++) {
      vids[e] = lists.of(owners[from + e]).vid(names[from + e]);
      types[e] = typed ? batch.edgeTypes[from + e] : 0;
    }
    final int[] sorted = by.sort(vids, types, 0, count);
    move(names, from, count, sorted);
    move(owners, from, count, sorted);
    move(locals, from, count, sorted);
    move(places, from, count, sorted);
    move(batch.edgeTypes, from, count, sorted);
  }

  private void move(int[] values, int from, int count, int[] sorted) {
    final int[] before = Arrays.copyOfRange(values, from, from + count);
    for (int e = 0; e < count; e++) {
      values[from + e] = before[sorted[e]];
    }
  }

  private void readRows(SliceBatch batch) {
    RowLayout layout = slice.shared();
    for (int value : slice.edgeRows()) {
      batch.room(value, batch.edges);
    }
    for (int e = 0; e < batch.edges; e++) {
      rows[owners[e]].read(names[e], row, 0);
      for (int value : slice.edgeRows()) {
        System.arraycopy(
            row,
            layout.offset(value),
            batch.value(value),
            e * batch.stride(value),
            batch.columns(value));
      }
    }
  }

  private void readFeatures(SliceBatch batch) {
    final float[] features = batch.room(featureValue);
    final int stride = batch.stride(featureValue);
    for (int e = 0; e < batch.edges; e++) {
      Arrays.fill(features, e * stride, (e + 1) * stride, 0f);
      if (locals[e] >= 0) {
        lists.of(owners[e]).readFeatures(locals[e], places[e], features, e * stride);
      }
    }
  }

  private void ensure(SliceBatch batch, int edges) {
    if (names.length < edges) {
      names = Arrays.copyOf(names, 2 * edges);
      owners = Arrays.copyOf(owners, 2 * edges);
      locals = Arrays.copyOf(locals, 2 * edges);
      places = Arrays.copyOf(places, 2 * edges);
    }
    batch.ensureEdges(edges);
  }
}
