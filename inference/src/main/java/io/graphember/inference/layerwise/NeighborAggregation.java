// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.inference.lists.NeighborLists;
import io.graphember.inference.lists.ReplicaWalk;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.memory.RowMatrix;
import io.graphember.spi.model.Operator;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Computes {@link Slice#aggregations()} of batches of masters. Each partition that has edges of a
 * vertex adds up the rows it has, its masters' and its mirrors', in the order of its lists; these
 * partial sums are added in the order of partitions.
 *
 * <p>Used by one thread.
 */
public final class NeighborAggregation implements Aggregator {
  private final Slice slice;
  private final NeighborLists lists;
  private final RowMatrix[] rows; // of each partition: masters, then mirrors
  private final float[] partial;
  private final float[] sum;
  private int[] names = new int[1024];
  private float[] weights = new float[1024];

  /**
   * An aggregation.
   *
   * @param rows of each partition what its lists name: masters, then mirrors
   */
  public NeighborAggregation(Slice slice, NeighborLists lists, RowMatrix[] rows) {
    this.slice = slice;
    this.lists = lists;
    this.rows = rows;
    partial = new float[slice.shared().columns()];
    sum = new float[slice.shared().columns()];
  }

  @Override
  public int prepare(int partition, int from, int to) {
    return to;
  }

  @Override
  public void aggregate(int partition, int first, SliceBatch batch) {
    for (int aggregation : slice.aggregations()) {
      Operator operator = slice.program().operation(aggregation).operator();
      final float[] target = batch.room(aggregation);
      ReplicaWalk walk = new ReplicaWalk(partition, lists.topology(partition));
      for (int i = 0; i < batch.rows; i++) {
        walk.moveTo(lists.local(partition, first + i));
        final int at = i * batch.stride(aggregation);
        if (operator == Operator.MEAN_BY_TYPE) {
          meansByType(aggregation, walk, target, at);
        } else {
          all(operator, aggregation, partition, first + i, walk, target, at);
        }
      }
    }
  }

  private void all(
      Operator operator,
      int aggregation,
      int partition,
      int master,
      ReplicaWalk walk,
      float[] target,
      int at) {
    final int value = slice.program().operation(aggregation).first();
    final boolean whole = slice.shared().values().size() == 1;
    final float[] into = whole ? target : sum;
    final int start = whole ? at : 0;
    boolean first = true;
    final float own =
        operator == Operator.NEIGHBOR_WEIGHTED_SUM ? lists.weight(partition, master) : 1;
    while (walk.next()) {
      first &= !add(operator, walk.partition(), walk.local(), own, first, into, start);
    }
    final int columns = slice.program().operation(aggregation).columns();
    if (first) {
      Arrays.fill(target, at, at + columns, 0f);
      return;
    }
    if (!whole) {
      System.arraycopy(sum, slice.shared().offset(value), target, at, columns);
    }
    if (operator == Operator.NEIGHBOR_MEAN) {
      scale(target, at, columns, 1f / lists.neighbors(partition, master));
    }
  }

  /** Adds what partition q has of a vertex; false if it has nothing. */
  private boolean add(
      Operator operator, int q, int local, float own, boolean first, float[] into, int at) {
    final int degree = lists.of(q).degree(local);
    if (degree == 0) {
      return false;
    }
    ensure(degree);
    lists.of(q).copy(local, names, 0);
    if (operator == Operator.NEIGHBOR_MAX) {
      largest(rows[q], degree, first, into, at);
      return true;
    }
    final boolean weighted = operator == Operator.NEIGHBOR_WEIGHTED_SUM && !lists.summed(q);
    for (int i = 0; weighted && i < degree; i++) {
      weights[i] = own * lists.of(q).norm(names[i]);
    }
    addSum(rows[q], weighted ? weights : null, 0, degree, first, into, at);
    return true;
  }

  private void addSum(
      RowMatrix matrix,
      float @Nullable [] factors,
      int from,
      int to,
      boolean first,
      float[] into,
      int at) {
    if (first) {
      matrix.sum(names, factors, from, to, into, at);
      return;
    }
    matrix.sum(names, factors, from, to, partial, 0);
    for (int j = 0; j < matrix.dim(); j++) {
      into[at + j] += partial[j];
    }
  }

  private void largest(RowMatrix matrix, int degree, boolean first, float[] into, int at) {
    for (int i = 0; i < degree; i++) {
      if (first && i == 0) {
        matrix.read(names[0], into, at);
        continue;
      }
      matrix.read(names[i], partial, 0);
      for (int j = 0; j < matrix.dim(); j++) {
        into[at + j] = Math.max(into[at + j], partial[j]);
      }
    }
  }

  private void meansByType(int aggregation, ReplicaWalk walk, float[] target, int at) {
    final int value = slice.program().operation(aggregation).first();
    final int columns = slice.program().operation(value).columns();
    final int types = slice.program().operation(aggregation).columns() / columns;
    final int[] counts = new int[types];
    Arrays.fill(target, at, at + types * columns, 0f);
    while (walk.next()) {
      final int q = walk.partition();
      final int local = walk.local();
      ensure(lists.of(q).degree(local));
      lists.of(q).copy(local, names, 0);
      for (int t = 0; t < types; t++) {
        final int from = lists.of(q).start(local, t);
        final int to = lists.of(q).end(local, t);
        if (from < to) {
          addSum(rows[q], null, from, to, true, sum, 0);
          add(sum, slice.shared().offset(value), target, at + t * columns, columns);
          counts[t] += to - from;
        }
      }
    }
    for (int t = 0; t < types; t++) {
      scale(target, at + t * columns, columns, counts[t] == 0 ? 0 : 1f / counts[t]);
    }
  }

  @Override
  public void sum(int partition, int[] vertices, float[] target) {
    final Operator operator = slice.program().operation(slice.aggregations().get(0)).operator();
    final boolean weighted = operator == Operator.NEIGHBOR_WEIGHTED_SUM;
    final int columns = rows[partition].dim();
    for (int i = 0; i < vertices.length; i++) {
      final float own =
          weighted ? lists.weight(partition, lists.position(partition, vertices[i])) : 1;
      if (!add(operator, partition, vertices[i], own, true, target, i * columns)) {
        Arrays.fill(target, i * columns, (i + 1) * columns, 0f);
      }
    }
  }

  private static void add(float[] from, int start, float[] target, int at, int count) {
    for (int j = 0; j < count; j++) {
      target[at + j] += from[start + j];
    }
  }

  private static void scale(float[] target, int at, int count, float factor) {
    for (int j = at; j < at + count; j++) {
      target[j] *= factor;
    }
  }

  private void ensure(int degree) {
    if (names.length < degree) {
      names = new int[2 * degree];
      weights = new float[2 * degree];
    }
  }
}
