// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.graph.GraphError;
import io.graphember.partition.staging.VertexReader;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import java.util.Locale;

/**
 * Refuses features that would become infinite when they are stored: known before a graph is cut,
 * which takes longest.
 *
 * @param precision how dense features are stored
 * @param cancellation looked at now and then
 */
public record FeatureRange(FeaturePrecision precision, Cancellation cancellation) {
  private static final int CHECKED = 1 << 16; // rows between two looks at the cancellation

  /**
   * Looks at the features of vertices that are stored dense. O(features), nothing for float32.
   *
   * @param count how many vertices there are, in rows from 0 on
   * @throws GraphemberException with code {@link GraphError#FEATURE_TOO_LARGE}
   */
  public void require(VertexType type, VertexReader vertices, int count) {
    if (!precision.half() || type.featureDim() == 0) {
      return;
    }
    final float largest = precision.largest();
    final float[] row = new float[type.rowDim()];
    for (int v = 0; v < count; v++) {
      if (v % CHECKED == 0) {
        cancellation.check();
      }
      vertices.readRow(v, row);
      for (int j = 0; j < type.featureDim(); j++) {
        if (Math.abs(row[j]) > largest) {
          throw tooLarge(type, vertices, v, j, row[j]);
        }
      }
    }
  }

  private GraphemberException tooLarge(
      VertexType type, VertexReader vertices, int vertex, int column, float value) {
    KeyColumn.Builder key = new KeyColumn.Builder(type.keyKind());
    vertices.copyKey(vertex, key);
    return new GraphemberException(
        GraphError.FEATURE_TOO_LARGE,
        "Feature %d of %s %s is %s, graph.featurePrecision %s stores no more than %s; set it to %s, or scale the features."
            .formatted(
                column,
                type.name(),
                key.build().stringAt(0),
                value,
                precision.name().toLowerCase(Locale.ROOT),
                precision.largest(),
                precision == FeaturePrecision.FLOAT16 ? "bfloat16" : "float32"));
  }
}
