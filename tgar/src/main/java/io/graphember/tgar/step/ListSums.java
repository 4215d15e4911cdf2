// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.graph.store.Adjacency;
import io.graphember.graph.store.EdgeIndex;
import io.graphember.graph.store.EdgeTypeRanges;
import io.graphember.kernels.SegmentSum;
import io.graphember.kernels.SegmentedMatrix;
import io.graphember.spi.Workers;
import io.graphember.tgar.plan.Kind;
import io.graphember.tgar.plan.Value;

/**
 * Sums of whole rows along the lists of neighbours: forward along those of in-edges, back along
 * those of out-edges, so that each row is written by one thread, in the order of its list.
 */
final class ListSums {
  private static final int GRAIN = 256;

  private final PartitionFacts facts;
  private final StoredRows rows;
  private final Workers workers;

  ListSums(PartitionFacts facts, StoredRows rows, Workers workers) {
    this.facts = facts;
    this.rows = rows;
    this.workers = workers;
  }

  /** The partition's part of a sum, of all its local vertices. */
  void forward(Value value, Value operand) {
    final int types = types(value);
    final int columns = operand.columns();
    final SegmentedMatrix matrix = matrix(rows.value(operand), facts.vertices, columns);
    final float[] result = rows.value(value);
    final EdgeIndex edges = facts.topology.in();
    workers.each(
        facts.vertices,
        GRAIN,
        (worker, from, to) -> {
          Names names = new Names(edges.lists());
          for (int v = from; v < to; v++) {
            final int degree = names.copy(v);
            for (int t = 0; degree > 0 && t < types; t++) {
              final int first = types == 1 ? 0 : edges.types().start(v, t);
              final int end = types == 1 ? degree : edges.types().end(v, t);
              if (first < end) {
                SegmentSum.BEST.sum(
                    matrix, names.of, null, first, end, result, (v * types + t) * columns);
              }
            }
          }
        });
  }

  /** Adds the gradient of the sum to those of the sources. */
  void backward(Value value, Value operand) {
    final int types = types(value);
    final int columns = operand.columns();
    final SegmentedMatrix matrix = matrix(rows.gradient(value), facts.vertices * types, columns);
    final float[] result = rows.gradient(operand);
    final EdgeIndex edges = facts.topology.out();
    workers.each(
        facts.vertices,
        GRAIN,
        (worker, from, to) -> {
          Names names = new Names(edges.lists());
          float[] sum = new float[columns];
          for (int v = from; v < to; v++) {
            final int degree = names.copy(v);
            if (degree > 0) {
              names.ofTypes(types, v, degree, edges.types());
              SegmentSum.BEST.sum(matrix, names.of, null, 0, degree, sum, 0);
              final int at = v * columns;
              for (int j = 0; j < columns; j++) {
                result[at + j] += sum[j];
              }
            }
          }
        });
  }

  private int types(Value value) {
    return value.kind() == Kind.NEIGHBOR_SUM_BY_TYPE ? facts.topology.types().edgeTypes() : 1;
  }

  private static SegmentedMatrix matrix(float[] values, int count, int columns) {
    return new SegmentedMatrix(new float[][] {values}, Math.max(2, count), 0, columns, columns);
  }

  /** The names of rows in a list. */
  private static final class Names {
    private final Adjacency lists;
    private int[] of = new int[256];

    Names(Adjacency lists) {
      this.lists = lists;
    }

    int copy(int vertex) {
      final int degree = lists.degree(vertex);
      if (of.length < degree) {
        of = new int[2 * degree];
      }
      return degree == 0 ? 0 : lists.copy(vertex, of, 0);
    }

    /** The row of each neighbour for the type of the edge to it. */
    void ofTypes(int types, int vertex, int degree, EdgeTypeRanges ranges) {
      for (int t = 0; types > 1 && t < types; t++) {
        for (int e = ranges.start(vertex, t); e < ranges.end(vertex, t); e++) {
          of[e] = of[e] * types + t;
        }
      }
    }
  }
}
