// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriftTest {
  private static float[] sequence(int count, float first, float step) {
    final float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = first + i * step;
    }
    return values;
  }

  @Test
  void binsAreQuantiles() {
    final ColumnProfile profile = ColumnProfile.of(sequence(1000, 0, 1));
    assertThat(profile.bounds()).hasSize(ColumnProfile.BINS - 1);
    assertThat(profile.counts()).hasSize(ColumnProfile.BINS);
    for (long count : profile.counts()) {
      assertThat((double) count).isCloseTo(100, within(1.0));
    }
    assertThat(profile.mean()).isEqualTo(499.5);
    assertThat(profile.deviation()).isCloseTo(288.8194, within(1e-3));
  }

  /** Half of the values above the median of before: p = (0.5, 0.5), q = (0, 1), smoothed. */
  @Test
  void theIndexIsTheDivergenceOfJeffreys() {
    final ColumnProfile before = new ColumnProfile(0, 1, new float[] {0}, new long[] {50, 50});
    final ColumnProfile now = before.same(sequence(100, 1, 1));
    assertThat(now.counts()).containsExactly(0, 100);
    final double p = 50.5 / 101;
    final double low = 0.5 / 101;
    final double high = 100.5 / 101;
    assertThat(before.stabilityIndex(now))
        .isCloseTo((low - p) * Math.log(low / p) + (high - p) * Math.log(high / p), within(1e-12));
    assertThat(before.stabilityIndex(before)).isZero();
  }

  @Test
  void theSameValuesHaveNotDrifted() {
    final ColumnProfile profile = ColumnProfile.of(sequence(500, 3, 0.5f));
    final ColumnProfile same = profile.same(sequence(500, 3, 0.5f));
    assertThat(profile.stabilityIndex(same)).isZero();
    assertThat(profile.meanDifference(same)).isZero();
  }

  /** Means one apart, variances 1 and 4. */
  @Test
  void meansAreComparedByTheMeanVariance() {
    final ColumnProfile one = new ColumnProfile(1, 1, new float[0], new long[] {9});
    final ColumnProfile two = new ColumnProfile(2, 2, new float[0], new long[] {9});
    assertThat(one.meanDifference(two)).isCloseTo(1 / Math.sqrt(2.5), within(1e-12));
    final ColumnProfile constant = new ColumnProfile(3, 0, new float[0], new long[] {9});
    assertThat(constant.meanDifference(constant)).isZero();
    assertThat(constant.meanDifference(new ColumnProfile(4, 0, new float[0], new long[] {9})))
        .isInfinite();
  }

  /** Words of a document: most values are 0, and all quantiles but the last. */
  @Test
  void equalQuantilesAreOneBin() {
    final float[] words = new float[100];
    words[99] = 1;
    final ColumnProfile profile = ColumnProfile.of(words);
    assertThat(profile.bounds()).containsExactly(0);
    assertThat(profile.counts()).containsExactly(99, 1);
    final float[] many = new float[100];
    Arrays.fill(many, 0, 50, 1);
    assertThat(profile.stabilityIndex(profile.same(many))).isGreaterThan(1);
  }

  @Test
  void aSampleOfNothingHasNotDrifted() {
    final ColumnProfile nothing = ColumnProfile.of(new float[0]);
    assertThat(nothing.stabilityIndex(nothing.same(new float[0]))).isZero();
    assertThat(nothing.meanDifference(nothing)).isZero();
  }

  @Test
  void predictionsAreComparedByTotalVariation() {
    assertThat(ModelProfile.distance(List.of(50L, 50L), List.of(10L, 30L)).orElseThrow())
        .isCloseTo(0.25, within(1e-12));
    assertThat(ModelProfile.distance(List.of(1L, 0L), List.of(0L, 7L))).hasValue(1.0);
    assertThat(ModelProfile.distance(List.of(1L, 0L), List.of(1L))).isEmpty();
    assertThat(ModelProfile.distance(List.of(), List.of())).isEmpty();
  }

  /** A wide row is taken as blocks of floats side by side, which leave out none. */
  @Test
  void wideRowsAreBlocks() {
    assertThat(FeatureSample.columns(7)).isEqualTo(7);
    assertThat(FeatureSample.first(7, 3)).isEqualTo(3);
    assertThat(FeatureSample.columns(1433)).isEqualTo(256);
    assertThat(FeatureSample.first(1433, 0)).isZero();
    assertThat(FeatureSample.first(1433, 256)).isEqualTo(1433);
    for (int column = 0; column < 256; column++) {
      assertThat(FeatureSample.first(1433, column + 1) - FeatureSample.first(1433, column))
          .isBetween(5, 6);
    }
  }

  @Test
  void samplesOfPartitionsAreOneProfile() {
    final FeatureSample one = new FeatureSample(new float[] {1, 10, 2, 20}, 2);
    final FeatureSample two = new FeatureSample(new float[] {3, 30}, 1);
    final FeatureProfile profile = FeatureProfile.of("paper", 2, List.of(one, two));
    assertThat(profile.rows()).isEqualTo(3);
    assertThat(profile.columns()).extracting(ColumnProfile::mean).containsExactly(2.0, 20.0);
    assertThat(profile.same(List.of(two)).columns())
        .extracting(ColumnProfile::mean)
        .containsExactly(3.0, 30.0);
  }
}
