// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import io.graphember.testkit.batch.DirectBuffers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DecisionsTest {
  /** Three rows: class 1 taken for 0 by a half, class 0 found for sure, class 1 found by 0.88. */
  @Test
  void decisionsAreCountedByClassAndByConfidence() {
    ClassificationCounts counts = new ClassificationCounts(2);
    counts.add(DirectBuffers.ofFloats(0, 0, 800, -800, 1, 3), DirectBuffers.ofInts(1, 0, 1), 3);
    final Score score = counts.total(counts.toArray());
    final Decisions decisions = score.decisions().orElseThrow();

    assertThat(decisions.confusion()).containsExactly(List.of(1L, 0L), List.of(1L, 1L));
    final double sure = 1 / (1 + Math.exp(-2));
    assertThat(decisions.calibration().bins())
        .containsExactly(
            new Calibration.Bin(1, 0.5, 0),
            new Calibration.Bin(1, sure, 1),
            new Calibration.Bin(1, 1, 1));
    assertThat(decisions.calibration().error())
        .isCloseTo((0.5 + (1 - sure)) / 3, within(1e-12)); // Guo et al., equation 3
    assertThat(score.whole().decisions()).isEmpty();
  }

  /** Sums of trainers are those of one, and macro F1 is the same with and without a matrix. */
  @Property(tries = 100)
  void sumsOfTrainersAreThoseOfOne(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 140) int classes) {
    final ClassificationCounts one = new ClassificationCounts(classes);
    final ClassificationCounts left = new ClassificationCounts(classes);
    final ClassificationCounts right = new ClassificationCounts(classes);
    double[] f1 = new double[3 * classes];
    for (int row = 0; row < 40; row++) {
      final int label = CounterRandom.bounded(CounterRandom.bits(seed, row), classes);
      final int predicted = CounterRandom.bounded(CounterRandom.bits(seed, 100 + row), classes);
      final float[] logits = new float[classes];
      logits[predicted] = 2;
      for (ClassificationCounts counts : new ClassificationCounts[] {one, row < 7 ? left : right}) {
        counts.add(DirectBuffers.ofFloats(logits), DirectBuffers.ofInts(label), 1);
      }
      f1[label] += label == predicted ? 1 : 0;
      f1[classes + predicted]++;
      f1[2 * classes + label]++;
    }
    final double[] sum = left.toArray();
    Arrays.setAll(sum, i -> sum[i] + right.toArray()[i]);
    final Score score = one.total(one.toArray());
    assertThat(one.total(sum).quality()).isEqualTo(score.quality());
    assertThat(score.macroF1()).isCloseTo(macro(f1, classes), within(1e-12));
    final Decisions decisions = score.decisions().orElseThrow();
    assertThat(decisions.confusion()).hasSize(classes <= Decisions.MOST_CLASSES ? classes : 0);
    assertThat(decisions.calibration().bins().stream().mapToLong(Calibration.Bin::decisions).sum())
        .isEqualTo(40);
    if (classes <= Decisions.MOST_CLASSES) {
      assertThat(decisions.confusion().stream().flatMap(List::stream).mapToLong(n -> n).sum())
          .isEqualTo(40);
    }
  }

  private static double macro(double[] counted, int classes) {
    double sum = 0;
    int met = 0;
    for (int c = 0; c < classes; c++) {
      final double rows = counted[classes + c] + counted[2 * classes + c];
      sum += rows > 0 ? 2 * counted[c] / rows : 0;
      met += rows > 0 ? 1 : 0;
    }
    return sum / met;
  }

  @Test
  void severalLabelsAreDecisionsOfTheirOwn() {
    MultiLabelCounts counts = new MultiLabelCounts(2);
    counts.add(DirectBuffers.ofFloats(2, -2, 2, 2), DirectBuffers.ofFloats(1, 0, 0, 1), 2);
    final Decisions decisions = counts.total(counts.toArray()).decisions().orElseThrow();
    assertThat(decisions.confusion()).isEmpty();
    assertThat(decisions.calibration().bins()).singleElement();
    final Calibration.Bin bin = decisions.calibration().bins().get(0);
    assertThat(bin.decisions()).isEqualTo(4);
    assertThat(bin.right()).isEqualTo(0.75);
    assertThat(bin.confidence()).isCloseTo(1 / (1 + Math.exp(-2)), within(1e-12));
  }

  @Test
  void binsTakeAllConfidences() {
    final double[] sums = new double[Calibration.SUMS];
    DoubleStream.of(0, 1.0 / 15, 1.0 / 15 + 1e-9, 1, Double.NaN)
        .forEach(confidence -> Calibration.add(sums, 0, confidence, 1));
    final Calibration calibration = Calibration.of(sums, 0);
    assertThat(calibration.bins())
        .extracting(Calibration.Bin::decisions)
        .containsExactly(3L, 1L, 1L);
    assertThat(Calibration.of(new double[Calibration.SUMS], 0).error()).isZero();
  }
}
