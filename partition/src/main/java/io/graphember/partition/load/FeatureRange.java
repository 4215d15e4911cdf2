// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.GraphError;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.StagedVertices;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import java.util.Locale;

/**
 * Refuses features that would become infinite when they are stored: known before a graph is cut,
 * which takes longest.
 */
final class FeatureRange {
  private static final int CHECKED = 1 << 16; // rows between two looks at the cancellation

  private final FeaturePrecision precision;
  private final Cancellation cancellation;

  FeatureRange(GraphSettings settings, Cancellation cancellation) {
    this.precision = settings.featurePrecision();
    this.cancellation = cancellation;
  }

  /**
   * Looks at all features that will be stored in 16 bits. O(features), nothing for float32.
   *
   * @throws GraphemberException with code {@link GraphError#FEATURE_TOO_LARGE}
   */
  void require(GraphStaging staging) {
    for (int t = 0; precision.half() && t < staging.header().vertexTypes().size(); t++) {
      final StagedVertices vertices = staging.vertices(t);
      if (vertices.type().featureDim() > 0 && !vertices.sparse()) {
        require(vertices);
      }
    }
  }

  private void require(StagedVertices vertices) {
    final float largest = precision.largest();
    final float[] row = new float[vertices.type().rowDim()];
    for (int v = 0; v < vertices.size(); v++) {
      if (v % CHECKED == 0) {
        cancellation.check();
      }
      vertices.readRow(v, row);
      for (int j = 0; j < vertices.type().featureDim(); j++) {
        if (Math.abs(row[j]) > largest) {
          throw tooLarge(vertices, v, j, row[j]);
        }
      }
    }
  }

  private GraphemberException tooLarge(
      StagedVertices vertices, int vertex, int column, float value) {
    KeyColumn.Builder key = new KeyColumn.Builder(vertices.type().keyKind());
    vertices.copyKey(vertex, key);
    return new GraphemberException(
        GraphError.FEATURE_TOO_LARGE,
        "Feature %d of %s %s is %s, graph.featurePrecision %s stores no more than %s; set it to %s, or scale the features."
            .formatted(
                column,
                vertices.type().name(),
                key.build().stringAt(0),
                value,
                precision.name().toLowerCase(Locale.ROOT),
                precision.largest(),
                precision == FeaturePrecision.FLOAT16 ? "bfloat16" : "float32"));
  }
}
