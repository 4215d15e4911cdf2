// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.kernels.rows.RowGradients;
import io.graphember.tgar.plan.Value;
import java.util.Arrays;

/** Takes gradients through values that look at the edges of a tile. */
final class EdgeBackward {
  private final EdgeTile tile;

  EdgeBackward(EdgeTile tile) {
    this.tile = tile;
  }

  void differentiate(Value value, float[] dr) {
    switch (value.kind()) {
      case AT_SOURCE -> scatter(value, tile.sources, 0, dr);
      case AT_DESTINATION -> scatter(value, tile.destinations, tile.first(), dr);
      case AT_NEIGHBORHOOD -> scatter(value, tile.destinationOfNeighborhood, tile.first(), dr);
      case NEIGHBORHOOD_OF_EDGE ->
          RowGradients.scatter(
              tile.neighborhoodOfEdge, tile.edges(), Tile.stride(value), dr, dx(value));
      case WEIGHTED_SUM -> weightedSum(value, tile.destinations, dr);
      case WEIGHTED_SUM_BY_TYPE -> weightedSum(value, tile.neighborhoodOfEdge, dr);
      case EDGE_SUM -> gather(value, tile.destinations, tile.edges(), dr);
      case SUM_OF_NEIGHBORHOODS ->
          gather(value, tile.destinationOfNeighborhood, tile.neighborhoods(), dr);
      case EDGE_MAX -> largest(value, dr);
      case EXP_DIFFERENCE -> exponential(value, dr);
      case DIVIDE -> divide(value, dr);
      default -> throw new IllegalArgumentException(value.kind() + " has no gradient in a tile");
    }
  }

  private float[] dx(Value value) {
    return tile.gradient(tile.operand(value, 0));
  }

  private void gather(Value value, int[] targets, int rows, float[] dr) {
    RowGradients.gather(targets, rows, Tile.stride(value), dr, dx(value));
  }

  /** To the stored gradients of vertices. */
  private void scatter(Value value, int[] vertices, int first, float[] dr) {
    final float[] dx = tile.input.rows().gradient(tile.operand(value, 0));
    final int columns = value.columns();
    final int stride = Tile.stride(value);
    for (int e = 0; e < tile.rows(value); e++) {
      final int at = (first + vertices[e]) * columns;
      final int from = e * stride;
      for (int j = 0; j < columns; j++) {
        dx[at + j] += dr[from + j];
      }
    }
  }

  private void weightedSum(Value value, int[] targets, float[] dr) {
    final Value rows = tile.operand(value, 0);
    final Value weights = tile.operand(value, 1);
    final int stride = Tile.stride(value);
    final int heads = weights.columns();
    final int perHead = value.columns() / heads;
    final int wStride = Tile.stride(weights);
    final float[] x = tile.value(rows);
    final float[] w = tile.value(weights);
    final float[] dx = rows.learned() ? tile.gradient(rows) : Tile.NONE;
    final float[] dw = weights.learned() ? tile.gradient(weights) : Tile.NONE;
    for (int e = 0; e < tile.edges(); e++) {
      for (int h = 0; h < heads; h++) {
        final int at = targets[e] * stride + h * perHead;
        final int from = e * stride + h * perHead;
        if (dx.length > 0) {
          final float factor = w[e * wStride + h];
          for (int j = 0; j < perHead; j++) {
            dx[from + j] += factor * dr[at + j];
          }
        }
        if (dw.length > 0) {
          float product = 0;
          for (int j = 0; j < perHead; j++) {
            product += x[from + j] * dr[at + j];
          }
          dw[e * wStride + h] += product;
        }
      }
    }
  }

  /** To the first edge that has the largest value; no other partition has been given any. */
  private void largest(Value value, float[] dr) {
    final float[] x = TileForward.x(value, tile);
    final float[] dx = dx(value);
    final int stride = Tile.stride(value);
    final int[] first = new int[value.columns()];
    for (int i = 0; i < tile.count(); i++) {
      if (tile.offsets[i] == tile.offsets[i + 1]) {
        continue;
      }
      Arrays.fill(first, tile.offsets[i]);
      for (int e = tile.offsets[i] + 1; e < tile.offsets[i + 1]; e++) {
        for (int j = 0; j < first.length; j++) {
          first[j] = x[e * stride + j] > x[first[j] * stride + j] ? e : first[j];
        }
      }
      for (int j = 0; j < first.length; j++) {
        dx[first[j] * stride + j] += dr[i * stride + j];
      }
    }
  }

  /** {@code dx = r dr}; the other operand cancels out. */
  private void exponential(Value value, float[] dr) {
    final float[] r = tile.value(value);
    final float[] dx = dx(value);
    final int stride = Tile.stride(value);
    for (int e = 0; e < tile.edges(); e++) {
      for (int j = e * stride; j < e * stride + value.columns(); j++) {
        dx[j] += r[j] * dr[j];
      }
    }
  }

  /** {@code dx = dr / y, dy = -r dr / y}. */
  private void divide(Value value, float[] dr) {
    final Value other = tile.operand(value, 1);
    final float[] y = tile.value(other);
    final float[] r = tile.value(value);
    final float[] dx = dx(value);
    final float[] dy = tile.gradient(other);
    final int stride = Tile.stride(value);
    for (int e = 0; e < tile.edges(); e++) {
      for (int j = e * stride; j < e * stride + value.columns(); j++) {
        dx[j] += dr[j] / y[j];
        dy[j] -= r[j] * dr[j] / y[j];
      }
    }
  }
}
