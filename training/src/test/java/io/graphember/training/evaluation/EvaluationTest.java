// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import org.junit.jupiter.api.Test;

class EvaluationTest {
  @Test
  void f1CountsDecisionsAndLabels() {
    // Label 0: 2 hits of 2 there, 3 said; label 1: 1 of 2 there, 1 said; label 2: never.
    int[][] expected = {{0}, {0, 1}, {1}};
    int[][] predicted = {{0}, {1, 0}, {0}};
    F1 score = F1.of(expected, predicted, 3);
    assertThat(score.micro()).isCloseTo(2 * 3.0 / (4 + 4), within(1e-12));
    assertThat(score.macro()).isCloseTo((4.0 / 5 + 2.0 / 3 + 0) / 3, within(1e-12));
  }

  @Test
  void rankingMatchesCountingByHand() {
    double[] edges = {0.9, 0.5, 0.5, 0.1};
    double[] others = {0.5, 0.3, 0.1};
    LinkRanking ranking = LinkRanking.of(edges, others);
    // 3 + 2.5 + 2.5 + 0.5 of 12 comparisons.
    assertThat(ranking.auc()).isCloseTo(8.5 / 12, within(1e-12));
    // 1/1 at 0.9; 3/4 twice at 0.5; 4/7 at 0.1.
    assertThat(ranking.averagePrecision())
        .isCloseTo((1 + 0.75 + 0.75 + 4 / 7.0) / 4, within(1e-12));
    assertThat(LinkRanking.of(new double[] {2, 3}, new double[] {0, 1}))
        .isEqualTo(new LinkRanking(1, 1));
  }

  @Test
  void regressionFindsLabelsThatRowsSay() {
    final int vertices = 300;
    float[][] rows = new float[vertices][4];
    int[][] labels = new int[vertices][];
    for (int v = 0; v < vertices; v++) {
      for (int j = 0; j < 4; j++) {
        rows[v][j] = CounterRandom.unitFloat(CounterRandom.bits(v, j)) - 0.5f;
      }
      final int first = rows[v][0] > 0 ? 0 : 1;
      labels[v] = rows[v][1] > 0 ? new int[] {first, 2} : new int[] {first};
    }
    LabelRegression regression = new LabelRegression(rows, labels, 4); // nobody has label 3
    F1 score = regression.score(0.5, 1, Workers.CALLER);
    assertThat(score.micro()).isGreaterThan(0.95);
    assertThat(score.macro()).isBetween(0.70, 0.75);
    assertThat(regression.score(0.5, 1, Workers.CALLER)).isEqualTo(score);
    assertThat(regression.score(0.1, 2, Workers.CALLER).micro()).isBetween(0.75, 0.99);
  }
}
