// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.predict;

import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.sampling.batch.NeighborOrder;
import io.graphember.spi.model.Operator;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings what a slice is given of a neighbourhood into batches of the vertices that leave it: sums
 * over neighbours, rows of sources by edge, their own rows. Used by one thread.
 */
final class LayerInput {
  private final Neighborhood of;
  private final Slice slice;
  private final SourceRows shared;
  private final SourceRows own;
  private final boolean selfLoops;
  private final EdgeNeeds needs;
  private final Optional<NeighborOrder> order; // empty if the slice does not look at it
  private final int featureValue; // -1 for none
  private final boolean whole; // the shared row is the value that is added up
  private final float[] row;
  private int[] names = new int[256];
  private int[] edges = new int[256]; // the edge of each; -1: self loop
  private float[] factors = new float[256];

  /**
   * Of one layer.
   *
   * @param shared rows that neighbours read
   * @param own rows that a vertex reads itself
   */
  LayerInput(
      Neighborhood of,
      Slice slice,
      SourceRows shared,
      SourceRows own,
      boolean selfLoops,
      EdgeNeeds needs) {
    this.of = of;
    this.slice = slice;
    this.shared = shared;
    this.own = own;
    this.selfLoops = selfLoops;
    this.needs = needs;
    this.order = slice.program().usesOrder() ? Optional.of(new NeighborOrder()) : Optional.empty();
    this.featureValue = edgeFeatures(slice);
    this.whole = slice.shared().values().size() == 1;
    this.row = new float[Math.max(shared.dim(), own.dim())];
  }

  private static int edgeFeatures(Slice slice) {
    for (int i = 0; i < slice.program().operations().size(); i++) {
      if (slice.program().operation(i).operator() == Operator.EDGE_FEATURES) {
        return i;
      }
    }
    return -1;
  }

  /** True if the slice reads the row of the source of each edge. */
  private boolean looksAtEdges() {
    return !slice.edgeRows().isEmpty() || slice.program().usesEdges();
  }

  /** How many vertices from one on make a batch. */
  int count(int first, int end, int mostRows, int mostEdges) {
    final int most = Math.min(mostRows, end - first);
    if (!looksAtEdges()) {
      return most;
    }
    long met = 0;
    for (int count = 0; count < most; count++) {
      met += degree(first + count) + (selfLoops ? 1 : 0);
      if (count > 0 && met > mostEdges) {
        return count;
      }
    }
    return most;
  }

  /** Neighbours that are looked at. */
  private int degree(int vertex) {
    return of.end(slice.layer(), vertex) - of.start(slice.layer(), vertex);
  }

  /** Fills a batch that has begun with the vertices from one on. */
  void fill(int first, SliceBatch batch) {
    for (int i = 0; slice.program().usesVertexTypes() && i < batch.rows; i++) {
      batch.vertexTypes[i] = of.vertexType(first + i);
    }
    readSelves(first, batch);
    for (int aggregation : slice.aggregations()) {
      aggregate(aggregation, first, batch);
    }
    if (looksAtEdges()) {
      collect(first, batch);
    }
    for (int i = 0; slice.program().uses(Operator.SELF_WEIGHTED) && i < batch.rows; i++) {
      final float norm = norm(first + i);
      batch.selfWeights[i] = norm * norm;
    }
  }

  private float norm(int vertex) {
    return (float) (1 / Math.sqrt(of.degree(vertex) + 1.0));
  }

  private void readSelves(int first, SliceBatch batch) {
    for (int operation : slice.selfOperations()) {
      final int value = slice.selfValue(operation);
      final boolean isShared = slice.shared().has(value);
      final SourceRows from = isShared ? shared : own;
      final int offset = (isShared ? slice.shared() : slice.own()).offset(value);
      final float[] target = batch.room(operation);
      final int stride = batch.stride(operation);
      final int columns = batch.columns(operation);
      for (int i = 0; i < batch.rows; i++) {
        from.read(first + i, row, 0);
        System.arraycopy(row, offset, target, i * stride, columns);
      }
    }
  }

  private void aggregate(int aggregation, int first, SliceBatch batch) {
    final Operator operator = slice.program().operation(aggregation).operator();
    final float[] target = batch.room(aggregation);
    final int stride = batch.stride(aggregation);
    Arrays.fill(target, 0, batch.rows * stride, 0f);
    for (int i = 0; i < batch.rows; i++) {
      if (operator == Operator.MEAN_BY_TYPE) {
        meansByType(aggregation, first + i, target, i * stride);
      } else if (degree(first + i) > 0) {
        all(operator, aggregation, first + i, target, i * stride);
      }
    }
  }

  private void all(Operator operator, int aggregation, int vertex, float[] target, int at) {
    final int start = of.start(slice.layer(), vertex);
    final int count = degree(vertex);
    final int value = slice.program().operation(aggregation).first();
    final int columns = slice.program().operation(aggregation).columns();
    if (operator == Operator.NEIGHBOR_MAX) {
      largest(start, count, slice.shared().offset(value), columns, target, at);
      return;
    }
    float @Nullable [] weights = null;
    if (operator == Operator.NEIGHBOR_WEIGHTED_SUM) {
      weigh(vertex, start, count);
      weights = factors;
    }
    copyNames(start, count);
    sum(names, weights, count, slice.shared().offset(value), columns, target, at);
    if (operator == Operator.NEIGHBOR_MEAN) {
      scale(target, at, columns, 1f / count);
    }
  }

  private void copyNames(int start, int count) {
    ensure(count);
    System.arraycopy(of.neighbors(), start, names, 0, count);
  }

  private void weigh(int vertex, int start, int count) {
    ensure(count);
    final float weight = norm(vertex) * of.scale(slice.layer(), vertex);
    for (int e = 0; e < count; e++) {
      factors[e] = weight * norm(of.neighbors()[start + e]);
    }
  }

  private void sum(
      int[] vertices,
      float @Nullable [] weights,
      int count,
      int offset,
      int columns,
      float[] target,
      int at) {
    if (whole) {
      shared.sum(vertices, weights, 0, count, target, at);
    } else {
      shared.sum(vertices, weights, 0, count, row, 0);
      System.arraycopy(row, offset, target, at, columns);
    }
  }

  private void largest(int start, int count, int offset, int columns, float[] target, int at) {
    for (int e = 0; e < count; e++) {
      shared.read(of.neighbors()[start + e], row, 0);
      for (int j = 0; j < columns; j++) {
        final float value = row[offset + j];
        target[at + j] = e == 0 ? value : Math.max(target[at + j], value);
      }
    }
  }

  private void meansByType(int aggregation, int vertex, float[] target, int at) {
    final int value = slice.program().operation(aggregation).first();
    final int columns = slice.program().operation(value).columns();
    final int types = slice.program().operation(aggregation).columns() / columns;
    final int start = of.start(slice.layer(), vertex);
    final int end = of.end(slice.layer(), vertex);
    ensure(end - start);
    for (int t = 0; t < types; t++) {
      int count = 0;
      for (int e = start; e < end; e++) {
        if (of.edgeTypes()[e] == t) {
          names[count++] = of.neighbors()[e];
        }
      }
      if (count > 0) {
        shared.sum(names, null, 0, count, row, 0);
        System.arraycopy(row, slice.shared().offset(value), target, at + t * columns, columns);
        scale(target, at + t * columns, columns, 1f / count);
      }
    }
  }

  private static void scale(float[] target, int at, int count, float factor) {
    for (int j = at; j < at + count; j++) {
      target[j] *= factor;
    }
  }

  /** Edges of each vertex: a self loop first, then its in-edges. */
  private void collect(int first, SliceBatch batch) {
    batch.edges = 0;
    batch.offsets[0] = 0;
    for (int i = 0; i < batch.rows; i++) {
      final int vertex = first + i;
      final int count = degree(vertex);
      ensure(batch.edges + count + 1);
      batch.ensureEdges(batch.edges + count + 1);
      if (selfLoops) {
        names[batch.edges] = vertex;
        edges[batch.edges] = -1;
        batch.edgeTypes[batch.edges++] = 0;
      }
      final int start = of.start(slice.layer(), vertex);
      final int[] sorted = order.isPresent() ? sorted(order.get(), start, count) : new int[0];
      for (int e = 0; e < count; e++) {
        final int edge = start + (order.isPresent() ? sorted[e] : e);
        names[batch.edges] = of.neighbors()[edge];
        edges[batch.edges] = edge;
        batch.edgeTypes[batch.edges++] = needs.types() ? of.edgeTypes()[edge] : 0;
      }
      batch.offsets[i + 1] = batch.edges;
    }
    readRows(batch);
    if (featureValue >= 0) {
      readFeatures(batch);
    }
  }

  private int[] sorted(NeighborOrder by, int start, int count) {
    final long[] vids = new long[count];
    final int[] types = new int[count];
    for (int e = 0; e < count; e++) {
      vids[e] = of.vid(of.neighbors()[start + e]);
      types[e] = needs.types() ? of.edgeTypes()[start + e] : 0;
    }
    return by.sort(vids, types, 0, count);
  }

  private void readRows(SliceBatch batch) {
    for (int value : slice.edgeRows()) {
      batch.room(value, batch.edges);
    }
    for (int e = 0; e < batch.edges && !slice.edgeRows().isEmpty(); e++) {
      shared.read(names[e], row, 0);
      for (int value : slice.edgeRows()) {
        System.arraycopy(
            row,
            slice.shared().offset(value),
            batch.value(value),
            e * batch.stride(value),
            batch.columns(value));
      }
    }
  }

  private void readFeatures(SliceBatch batch) {
    final float[] features = batch.room(featureValue);
    final int stride = batch.stride(featureValue);
    final int dim = needs.features();
    Arrays.fill(features, 0, batch.edges * stride, 0f);
    for (int e = 0; e < batch.edges; e++) {
      if (edges[e] >= 0) {
        System.arraycopy(of.edgeFeatures(), edges[e] * dim, features, e * stride, dim);
      }
    }
  }

  private void ensure(int count) {
    if (names.length < count) {
      names = Arrays.copyOf(names, 2 * count);
      edges = Arrays.copyOf(edges, 2 * count);
      factors = Arrays.copyOf(factors, 2 * count);
    }
  }
}
