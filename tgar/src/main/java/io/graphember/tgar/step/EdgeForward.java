// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.kernels.rows.RowKernels;
import io.graphember.tgar.plan.Value;
import java.util.Arrays;

/** Computes values that look at the edges of a tile. */
final class EdgeForward {
  private EdgeForward() {}

  static void compute(Value value, EdgeTile tile) {
    switch (value.kind()) {
      case EDGE_FEATURES -> tile.readFeatures(value);
      case AT_SOURCE -> gather(value, tile, tile.sources, 0);
      case AT_DESTINATION -> gather(value, tile, tile.destinations, tile.first());
      case AT_NEIGHBORHOOD -> gather(value, tile, tile.destinationOfNeighborhood, tile.first());
      case NEIGHBORHOOD_OF_EDGE ->
          RowKernels.gather(
              tile.neighborhoodOfEdge,
              tile.edges(),
              TileForward.x(value, tile),
              Tile.stride(value),
              tile.room(value));
      case WEIGHTED_SUM -> weightedSum(value, tile, tile.destinations);
      case WEIGHTED_SUM_BY_TYPE -> weightedSum(value, tile, tile.neighborhoodOfEdge);
      case EDGE_SUM -> sum(value, tile, tile.destinations, tile.edges());
      case SUM_OF_NEIGHBORHOODS ->
          sum(value, tile, tile.destinationOfNeighborhood, tile.neighborhoods());
      case EDGE_MAX, LARGEST -> largest(value, tile);
      case EXP_DIFFERENCE -> exponential(value, tile);
      case DIVIDE -> divide(value, tile);
      default -> throw new IllegalArgumentException(value.kind() + " is not computed in a tile");
    }
  }

  /** To each row the stored one of a vertex. */
  private static void gather(Value value, EdgeTile tile, int[] vertices, int first) {
    final float[] from = tile.input.rows().value(tile.operand(value, 0));
    final float[] r = tile.room(value);
    final int columns = value.columns();
    final int stride = Tile.stride(value);
    for (int e = 0; e < tile.rows(value); e++) {
      System.arraycopy(from, (first + vertices[e]) * columns, r, e * stride, columns);
    }
  }

  private static void weightedSum(Value value, EdgeTile tile, int[] targets) {
    final Value weights = tile.operand(value, 1);
    final float[] x = TileForward.x(value, tile);
    final float[] w = tile.value(weights);
    final float[] r = tile.room(value);
    final int stride = Tile.stride(value);
    final int heads = weights.columns();
    final int perHead = value.columns() / heads;
    final int wStride = Tile.stride(weights);
    Arrays.fill(r, 0, tile.rows(value) * stride, 0f);
    for (int e = 0; e < tile.edges(); e++) {
      for (int h = 0; h < heads; h++) {
        final float factor = w[e * wStride + h];
        final int at = targets[e] * stride + h * perHead;
        final int from = e * stride + h * perHead;
        for (int j = 0; j < perHead; j++) {
          r[at + j] += factor * x[from + j];
        }
      }
    }
  }

  private static void sum(Value value, EdgeTile tile, int[] targets, int rows) {
    RowKernels.sum(
        targets,
        rows,
        TileForward.x(value, tile),
        Tile.stride(value),
        tile.count(),
        tile.room(value));
  }

  /** Of no edges it is less than any number, until all partitions have been heard. */
  private static void largest(Value value, EdgeTile tile) {
    final float[] x = TileForward.x(value, tile);
    final float[] r = tile.room(value);
    final int stride = Tile.stride(value);
    Arrays.fill(r, 0, tile.count() * stride, Float.NEGATIVE_INFINITY);
    for (int e = 0; e < tile.edges(); e++) {
      final int at = tile.destinations[e] * stride;
      for (int j = 0; j < value.columns(); j++) {
        r[at + j] = Math.max(r[at + j], x[e * stride + j]);
      }
    }
  }

  private static void exponential(Value value, EdgeTile tile) {
    final float[] x = TileForward.x(value, tile);
    final float[] y = tile.value(tile.operand(value, 1));
    final float[] r = tile.room(value);
    final int stride = Tile.stride(value);
    for (int e = 0; e < tile.edges(); e++) {
      for (int j = e * stride; j < e * stride + value.columns(); j++) {
        r[j] = (float) Math.exp(x[j] - y[j]);
      }
    }
  }

  private static void divide(Value value, EdgeTile tile) {
    final float[] x = TileForward.x(value, tile);
    final float[] y = tile.value(tile.operand(value, 1));
    final float[] r = tile.room(value);
    final int stride = Tile.stride(value);
    for (int e = 0; e < tile.edges(); e++) {
      for (int j = e * stride; j < e * stride + value.columns(); j++) {
        r[j] = x[j] / y[j];
      }
    }
  }
}
