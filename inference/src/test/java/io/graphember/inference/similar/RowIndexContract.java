// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.similar;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.schema.Similarity;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every index of rows holds to. */
public abstract class RowIndexContract {
  private static final int DIM = 24;
  private static final int CLUSTERS = 20;

  /** An index of rows that answers a similarity. */
  protected abstract RowIndex build(RowBlocks rows, Similarity similarity);

  /** How many of the ten nearest rows are found at least, of 1. */
  protected abstract double leastRecall();

  /** Rows around some centers, of lengths that differ. */
  protected static RowBlocks clustered(int size) {
    RowBlocks.Builder rows = new RowBlocks.Builder(DIM, bytes -> {});
    for (int row = 0; row < size; row++) {
      final int center = CounterRandom.bounded(CounterRandom.bits(1, row), CLUSTERS);
      final float length = 0.5f + CounterRandom.bounded(CounterRandom.bits(2, row), 1000) / 1000f;
      float[] values = new float[DIM];
      for (int j = 0; j < DIM; j++) {
        values[j] = length * (number(3, center, j) + 0.6f * number(4, row, j)); // in [-2.4, 2.4]
      }
      rows.add(values);
    }
    return rows.build();
  }

  private static float number(int stream, int row, int column) {
    return CounterRandom.bounded(CounterRandom.bits(stream + 16L * row, column), 2001) / 1000f - 1;
  }

  private static RowBlocks rows(float[]... all) {
    RowBlocks.Builder rows = new RowBlocks.Builder(all[0].length, bytes -> {});
    for (float[] row : all) {
      rows.add(row);
    }
    return rows.build();
  }

  private static float[] row(RowBlocks rows, int row) {
    return Arrays.copyOfRange(rows.block(row), rows.start(row), rows.start(row) + rows.dim());
  }

  private static NearestRows search(RowIndex index, RowQuery query, int most) {
    NearestRows best = new NearestRows(most, Integer::compare);
    index.search(query, best);
    return best;
  }

  private static int[] found(NearestRows best) {
    int[] rows = new int[best.count()];
    Arrays.setAll(rows, best::row);
    return rows;
  }

  @ParameterizedTest
  @EnumSource(Similarity.class)
  void findsTheRowsMostAlike(Similarity similarity) {
    final RowBlocks rows = clustered(3000);
    final RowIndex index = build(rows, similarity);
    int hits = 0;
    for (int q = 0; q < 100; q++) {
      final RowQuery query = new RowQuery(row(rows, 30 * q), similarity);
      final Set<Integer> nearest = new HashSet<>();
      for (int row : found(search(new BlockSearch(rows), query, 10))) {
        nearest.add(row);
      }
      for (int row : found(search(index, query, 10))) {
        hits += nearest.contains(row) ? 1 : 0;
      }
    }
    assertThat(hits / 1000.0).isGreaterThanOrEqualTo(leastRecall());
  }

  @ParameterizedTest
  @EnumSource(Similarity.class)
  void scoresAreThoseOfTheRowsAndTheBestComesFirst(Similarity similarity) {
    final RowBlocks rows = clustered(500);
    final RowQuery query = new RowQuery(row(rows, 77), similarity);
    final NearestRows best = search(build(rows, similarity), query, 30);
    assertThat(best.count()).isEqualTo(30);
    for (int place = 0; place < 30; place++) {
      assertThat(best.score(place)).isEqualTo(rows.score(query, best.row(place)));
      if (place > 0) {
        assertThat(best.score(place)).isLessThanOrEqualTo(best.score(place - 1));
      }
    }
    if (similarity == Similarity.COSINE) {
      assertThat(best.row(0)).isEqualTo(77);
      assertThat(best.score(0)).isBetween(0.99999f, 1f);
    }
  }

  @Test
  void cosinesDoNotLookAtLengths() {
    final RowBlocks rows = rows(new float[] {1, 0}, new float[] {9, 9}, new float[] {0, -2});
    final NearestRows best =
        search(
            build(rows, Similarity.COSINE),
            new RowQuery(new float[] {0.2f, 0}, Similarity.COSINE),
            3);
    assertThat(found(best)).containsExactly(0, 1, 2);
    assertThat(best.score(1)).isBetween(0.7071f, 0.7072f);
    assertThat(best.score(2)).isZero();
  }

  @Test
  void dotProductsDo() {
    final RowBlocks rows = rows(new float[] {1, 0}, new float[] {9, 9}, new float[] {0, -2});
    final NearestRows best =
        search(build(rows, Similarity.DOT), new RowQuery(new float[] {0.5f, 0}, Similarity.DOT), 3);
    assertThat(found(best)).containsExactly(1, 0, 2);
    assertThat(best.score(0)).isEqualTo(4.5f);
  }

  @Test
  void ofEqualRowsThoseComeFirstThatTheOrderSays() {
    final float[][] all = new float[12][];
    Arrays.fill(all, new float[] {1, 2, 3});
    final RowIndex index = build(rows(all), Similarity.COSINE);
    final RowQuery query = new RowQuery(new float[] {3, 2, 1}, Similarity.COSINE);
    assertThat(found(search(index, query, 12)))
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    final NearestRows last = new NearestRows(3, (a, b) -> Integer.compare(b, a));
    index.search(query, last);
    assertThat(found(last)).containsExactly(11, 10, 9);
  }

  @Test
  void asksForMoreRowsThanThereAreAndGetsAll() {
    final RowBlocks rows = clustered(7);
    final RowQuery query = new RowQuery(row(rows, 0), Similarity.COSINE);
    assertThat(found(search(build(rows, Similarity.COSINE), query, 1000)))
        .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
  }

  @ParameterizedTest
  @EnumSource(Similarity.class)
  void oneRowAndNoneAreSearched(Similarity similarity) {
    final RowBlocks one = rows(new float[] {2, 1});
    final RowQuery query = new RowQuery(new float[] {1, 1}, similarity);
    assertThat(found(search(build(one, similarity), query, 5))).containsExactly(0);
    final RowBlocks none = new RowBlocks.Builder(2, bytes -> {}).build();
    assertThat(found(search(build(none, similarity), query, 5))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Similarity.class)
  void rowsOfZerosScoreZeroAndRowsThatAreNoNumbersAreLeftOut(Similarity similarity) {
    final RowBlocks rows =
        rows(
            new float[] {0, 0},
            new float[] {Float.NaN, 1},
            new float[] {1, 1},
            new float[] {-1, 0});
    final NearestRows best =
        search(build(rows, similarity), new RowQuery(new float[] {1, 0}, similarity), 4);
    assertThat(found(best)).containsExactly(2, 0, 3);
    assertThat(best.score(1)).isZero();
  }
}
