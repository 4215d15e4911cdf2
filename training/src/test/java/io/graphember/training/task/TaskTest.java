// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.schema.Split;
import io.graphember.testkit.batch.DirectBuffers;
import io.graphember.training.job.task.Objective;
import io.graphember.training.job.task.SplitSettings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TaskTest {
  private static LabeledVertices vertices(int count) {
    long[] vids = new long[count];
    int[] labels = new int[count];
    Arrays.setAll(vids, i -> 10L * i);
    Arrays.setAll(labels, i -> i);
    return new LabeledVertices(vids, labels);
  }

  @Property(tries = 300, seed = "71")
  void drawnSplitsAreDisjointAndAsLargeAsTheirFractions(
      @ForAll @IntRange(max = 500) int count,
      @ForAll @DoubleRange(max = 1) double train,
      @ForAll @DoubleRange(max = 1) double valid,
      @ForAll long seed) {
    double share = train + valid > 1 ? 1 / (train + valid) : 1;
    SplitSettings fractions =
        new SplitSettings(
            share * train, share * valid, Math.max(0, 1 - share * train - share * valid));
    SplitDraw draw = SplitDraw.of(Math.max(1, count), fractions, seed);
    Map<Optional<Split>, Integer> sizes = new HashMap<>();
    for (int i = 0; i < count; i++) {
      sizes.merge(draw.split(draw.order().place(i)), 1, Integer::sum);
    }
    if (count > 0) {
      assertThat(sizes.getOrDefault(Optional.<Split>empty(), 0)).isZero(); // together they are 1
    }
    final double trained = sizes.getOrDefault(Optional.of(Split.TRAIN), 0);
    final double validated = sizes.getOrDefault(Optional.of(Split.VALID), 0);
    assertThat(trained).isCloseTo(count * fractions.train(), within(0.51));
    assertThat(validated).isCloseTo(count * fractions.valid(), within(1.01));
  }

  @Test
  void theSeedDecidesTheSplit() {
    SplitSettings fractions = new SplitSettings(0.6, 0.2, 0.1);
    List<Optional<Split>> one = splits(SplitDraw.of(100, fractions, 1));
    assertThat(Collections.frequency(one, Optional.of(Split.TRAIN))).isEqualTo(60);
    assertThat(Collections.frequency(one, Optional.of(Split.VALID))).isEqualTo(20);
    assertThat(Collections.frequency(one, Optional.of(Split.TEST))).isEqualTo(10);
    assertThat(splits(SplitDraw.of(100, fractions, 1))).isEqualTo(one);
    assertThat(splits(SplitDraw.of(100, fractions, 2))).isNotEqualTo(one);
  }

  private static List<Optional<Split>> splits(SplitDraw draw) {
    return LongStream.range(0, draw.labelled())
        .mapToObj(i -> draw.split(draw.order().place(i)))
        .toList();
  }

  @Test
  void verticesAndLabelsStayTogether() {
    LabeledVertices shuffled = vertices(50).shuffled(9);
    assertThat(shuffled.vids()).isNotEqualTo(vertices(50).vids()).hasSize(50);
    LabeledVertices part = shuffled.range(10, 30);
    assertThat(part.size()).isEqualTo(20);
    for (int i = 0; i < 20; i++) {
      assertThat(part.vids()[i]).isEqualTo(10L * part.labels()[i]);
    }
    assertThat(LabeledVertices.NONE.size()).isZero();
    assertThatThrownBy(() -> new LabeledVertices(new long[2], new int[1]))
        .hasMessage("2 vids, 1 labels, 0 times");
  }

  @Test
  void scoresByHand() {
    ClassificationCounts counts = new ClassificationCounts(2);
    // Row 0: p(label) = 1/2. Row 1: logits too large for exp, p(label) = 1. Row 2: e^-2 / (1 +
    // e^-2)
    counts.add(DirectBuffers.ofFloats(0, 0, 800, -800, 3, 1), DirectBuffers.ofInts(1, 0, 1), 3);
    double third = Math.log(1 + Math.exp(2));
    Score score = counts.total(counts.toArray());
    assertThat(score.loss()).isCloseTo((Math.log(2) + third) / 3, within(1e-12));
    assertThat(score.quality()).isCloseTo(1.0 / 3, within(1e-12)); // of ties the first class
    assertThat(score.vertices()).isEqualTo(3);
    assertThat(Score.of(counts.toArray()).quality()).isEqualTo(score.quality());
    Score none = Score.of(new double[3]);
    assertThat(none.loss()).isNaN();
    assertThat(none.vertices()).isZero();
  }

  @Test
  void aBetterScoreHasMoreHitsThenLessLoss() {
    Score score = new Score(0.5, 0.8, 10);
    assertThat(new Score(0.9, 0.81, 10).betterThan(score)).isTrue();
    assertThat(new Score(0.4, 0.8, 10).betterThan(score)).isTrue();
    assertThat(score.betterThan(score)).isFalse();
    assertThat(new Score(0.1, 0.79, 10).betterThan(score)).isFalse();
  }

  @Test
  void theLargestValueOfARowIsFound() {
    FloatBuffer values = FloatBuffer.wrap(new float[] {9, 1, 3, 3, -1, -7});
    assertThat(ClassificationCounts.argMax(values, 1, 3)).isEqualTo(1);
    assertThat(ClassificationCounts.argMax(values, 4, 2)).isZero();
    assertThat(ClassificationCounts.argMax(values, 5, 1)).isZero();
  }

  /** Three classes, of which the third is neither predicted nor true anywhere. */
  @Test
  void macroF1IsTheMeanOverTheClassesThatAreMet() {
    ByteBuffer logits = ByteBuffer.allocateDirect(4 * 4 * 3).order(ByteOrder.nativeOrder());
    logits.asFloatBuffer().put(new float[] {2, 1, 0, 2, 1, 0, 0, 1, 0, 2, 0, 0});
    ClassificationCounts counts = new ClassificationCounts(3);
    counts.add(logits, DirectBuffers.ofInts(0, 1, 1, 0), 4); // predicted 0, 0, 1, 0
    Score score = counts.total(counts.toArray());
    assertThat(score.quality()).isEqualTo(0.75);
    assertThat(score.macroF1()).isCloseTo((2 * 2 / 5.0 + 2 * 1 / 3.0) / 2, within(1e-12));
    ClassificationCounts none = new ClassificationCounts(3);
    assertThat(none.total(none.toArray()).macroF1()).isNaN();
  }

  /** Label 0: 2 hits of 2 there, 3 predicted; label 1: 1 of 2, 1 predicted; label 2: never. */
  @Test
  void severalLabelsAreCountedByHand() {
    MultiLabelCounts counts = new MultiLabelCounts(3);
    counts.add(
        DirectBuffers.ofFloats(1, -1, -1, 1, 2, 0, 1, -1, -1),
        DirectBuffers.ofFloats(1, 0, 0, 1, 1, 0, 0, 1, 0),
        3);
    Score score = counts.total(counts.toArray());
    assertThat(score.quality()).isCloseTo(2 * 3.0 / (4 + 4), within(1e-12));
    assertThat(score.macroF1()).isCloseTo((4.0 / 5 + 2.0 / 3) / 2, within(1e-12));
    assertThat(score.vertices()).isEqualTo(3);
    final double one = Math.log(1 + Math.exp(-1)); // right by 1
    final double all = 5 * one + Math.log(1 + Math.exp(-2)) + Math.log(2) + 2 * (one + 1);
    assertThat(score.loss()).isCloseTo(all / 9, within(1e-12));
    MultiLabelCounts none = new MultiLabelCounts(3);
    assertThat(none.total(none.toArray())).isEqualTo(Score.NONE);
  }

  @Test
  void theQualityOfNumbersIsTheRootOfTheirMeanSquaredErrorBelowZero() {
    ErrorCounts counts = new ErrorCounts(2);
    counts.add(DirectBuffers.ofFloats(1, 2, 3, 4), DirectBuffers.ofFloats(1, 1, 5, 4), 2);
    Score score = counts.total(counts.toArray());
    assertThat(score.loss()).isCloseTo((1 + 4) / 4.0, within(1e-12));
    assertThat(score.quality()).isCloseTo(-Math.sqrt(1.25), within(1e-12));
    assertThat(Objective.REGRESSION.figure(score.quality())).isEqualTo(-score.quality());
    assertThat(new ErrorCounts(2).total(new double[2])).isEqualTo(Score.NONE);
  }

  @Test
  void classesCountAlikeWhateverTheirSize() {
    ByteBuffer weights = ClassBalance.weights(new long[] {3, 0, 1});
    assertThat(weights.getFloat(0)).isEqualTo(2 / 3f);
    assertThat(weights.getFloat(4)).isZero();
    assertThat(weights.getFloat(8)).isEqualTo(2);
  }
}
