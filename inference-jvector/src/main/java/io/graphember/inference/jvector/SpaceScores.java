// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.jvector;

import io.github.jbellis.jvector.graph.similarity.BuildScoreProvider;
import io.github.jbellis.jvector.graph.similarity.ScoreFunction;
import io.github.jbellis.jvector.graph.similarity.SearchScoreProvider;
import io.github.jbellis.jvector.vector.types.VectorFloat;

/** The scores that JVector builds its graph by; our kernels compute them. */
final class SpaceScores implements BuildScoreProvider {
  private static final int MOST_OF_CENTER = 1 << 16;

  private final RowSpace space;

  SpaceScores(RowSpace space) {
    this.space = space;
  }

  @Override
  public boolean isExact() {
    return true;
  }

  /** The mean of some points, evenly taken. */
  @Override
  public VectorFloat<?> approximateCentroid() {
    final double[] sum = new double[space.dim()];
    final int step = Math.max(1, space.size() / MOST_OF_CENTER);
    int count = 0;
    for (int row = 0; row < space.size(); row += step) {
      space.addTo(sum, row);
      count++;
    }
    final VectorFloat<?> center = vts.createFloatVector(sum.length);
    for (int j = 0; j < sum.length; j++) {
      center.set(j, (float) (sum[j] / Math.max(1, count)));
    }
    return center;
  }

  @Override
  public SearchScoreProvider searchProviderFor(VectorFloat<?> vector) {
    if (vector instanceof NumberedRow row) {
      return searchProviderFor(row.number());
    }
    final float[] point = new float[vector.length()];
    for (int j = 0; j < point.length; j++) {
      point[j] = vector.get(j);
    }
    return by(other -> space.score(point, other));
  }

  @Override
  public SearchScoreProvider searchProviderFor(int row) {
    return by(other -> space.score(row, other));
  }

  @Override
  public SearchScoreProvider diversityProviderFor(int row) {
    return searchProviderFor(row);
  }

  /** Scores of a search. */
  static SearchScoreProvider by(ScoreFunction.ExactScoreFunction scores) {
    return new SearchScoreProvider(scores);
  }
}
