// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.tgar.plan.Kind;
import io.graphember.tgar.plan.Value;

/** Rows of masters times what their degrees say. */
final class RowFactors {
  private RowFactors() {}

  /** {@code r = factor x}. */
  static void scale(Value value, VertexTile tile, float[] x, float[] r) {
    final int types = types(value, tile);
    final int columns = value.columns() / types;
    final int stride = Tile.stride(value);
    for (int i = 0; i < tile.rows(value); i++) {
      for (int t = 0; t < types; t++) {
        final float factor = factor(value.kind(), tile, i, t, types);
        final int from = i * stride + t * columns;
        for (int j = from; j < from + columns; j++) {
          r[j] = factor * x[j];
        }
      }
    }
  }

  /** {@code dx += factor dr}. */
  static void addScaled(Value value, VertexTile tile, float[] dr, float[] dx) {
    final int types = types(value, tile);
    final int columns = value.columns() / types;
    final int stride = Tile.stride(value);
    for (int i = 0; i < tile.rows(value); i++) {
      for (int t = 0; t < types; t++) {
        final float factor = factor(value.kind(), tile, i, t, types);
        final int from = i * stride + t * columns;
        for (int j = from; j < from + columns; j++) {
          dx[j] += factor * dr[j];
        }
      }
    }
  }

  private static int types(Value value, VertexTile tile) {
    return value.kind() == Kind.BY_DEGREE_OF_TYPE
        ? tile.input.facts().topology.types().edgeTypes()
        : 1;
  }

  private static float factor(Kind kind, VertexTile tile, int row, int type, int types) {
    final PartitionFacts facts = tile.input.facts();
    final int master = tile.first() + row;
    return switch (kind) {
      case BY_NORM -> facts.norms[master];
      case BY_NORM_SQUARED -> (float) (1 / (facts.degrees[master] + 1.0));
      case BY_DEGREE -> facts.degrees[master] == 0 ? 0 : 1f / facts.degrees[master];
      default -> {
        final float degree = facts.degreesByType[master * types + type];
        yield degree == 0 ? 0 : 1 / degree;
      }
    };
  }
}
