// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptimizerTest {
  @Test
  void sgdStepsByHand() {
    Sgd sgd = new Sgd(LearningRate.constant(0.5f), 0);
    float[] weights = {1, -2, 0};
    assertThat(sgd.slots()).isZero();
    sgd.update(weights, new float[] {1, 2, -4}, new float[0], 1);
    assertThat(weights).containsExactly(0.5f, -3, 2);
    sgd.update(weights, new float[] {0, -2, 1}, new float[0], 2);
    assertThat(weights).containsExactly(0.5f, -2, 1.5f);
  }

  @Test
  void sgdDecaysWeightsAsAnL2Term() {
    float[] weights = {8, -4};
    new Sgd(LearningRate.constant(0.5f), 0.25f)
        .update(weights, new float[] {1, 0}, new float[0], 1);
    assertThat(weights).containsExactly(8 - 0.5f * (1 + 2), -4 + 0.5f);
  }

  /**
   * The first three steps with gradients 1, 2, -3 and learning rate 0.1. By hand:
   *
   * <pre>
   * t=1  m=0.1     v=0.001      mHat=1           vHat=1            w = 1 - 0.1
   * t=2  m=0.29    v=0.004999   mHat=1.526316    vHat=2.500750     w = 0.9 - 0.0965179
   * t=3  m=-0.039  v=0.013994   mHat=-0.143911   vHat=4.669333     w = 0.8034821 + 0.0066599
   * </pre>
   */
  @Test
  void adamStepsByHand() {
    Adam adam = new Adam(LearningRate.constant(0.1f), 0);
    assertThat(adam.slots()).isEqualTo(2);
    float[] weights = {1};
    float[] slots = new float[2];
    adam.update(weights, new float[] {1}, slots, 1);
    assertThat(slots[0]).isCloseTo(0.1f, within(1e-7f));
    assertThat(slots[1]).isCloseTo(0.001f, within(1e-7f));
    assertThat(weights[0]).isCloseTo(0.9f, within(1e-6f));
    adam.update(weights, new float[] {2}, slots, 2);
    assertThat(slots[0]).isCloseTo(0.29f, within(1e-7f));
    assertThat(slots[1]).isCloseTo(0.004999f, within(1e-6f));
    assertThat(weights[0]).isCloseTo(0.8034821f, within(1e-6f));
    adam.update(weights, new float[] {-3}, slots, 3);
    assertThat(slots[0]).isCloseTo(-0.039f, within(1e-7f));
    assertThat(slots[1]).isCloseTo(0.013994f, within(1e-6f));
    assertThat(weights[0]).isCloseTo(0.8101420f, within(1e-6f));
  }

  @Test
  void adamHasTheDefaultsOfThePaper() {
    assertThat(new Adam(LearningRate.constant(0.001f), 0))
        .isEqualTo(new Adam(LearningRate.constant(0.001f), 0.9f, 0.999f, 1e-8f, 0));
  }

  /** Slots of weight i are at i and n + i; all weights move by themselves. */
  @ParameterizedTest
  @ValueSource(floats = {0f, 0.01f})
  void adamFollowsThePaperForManyStepsAndWeights(float decay) {
    final int n = 37;
    final int steps = 500;
    Adam adam = new Adam(LearningRate.constant(0.02f), decay);
    float[] weights = new float[n];
    double[] expected = new double[n];
    for (int i = 0; i < n; i++) {
      weights[i] = uniform(1, i);
      expected[i] = weights[i];
    }
    float[] slots = new float[2 * n];
    double[] m = new double[n];
    double[] v = new double[n];
    for (int t = 1; t <= steps; t++) {
      float[] gradients = new float[n];
      for (int i = 0; i < n; i++) {
        gradients[i] = i == 0 ? 0 : 0.3f * i * uniform(t + 1, i);
      }
      adam.update(weights, gradients, slots, t);
      for (int i = 0; i < n; i++) {
        double g = gradients[i] + (double) decay * expected[i];
        m[i] = 0.9 * m[i] + 0.1 * g;
        v[i] = 0.999 * v[i] + 0.001 * g * g;
        double mHat = m[i] / (1 - Math.pow(0.9, t));
        double vHat = v[i] / (1 - Math.pow(0.999, t));
        expected[i] -= 0.02 * mHat / (Math.sqrt(vHat) + 1e-8);
      }
    }
    for (int i = 0; i < n; i++) {
      assertThat((double) weights[i]).isCloseTo(expected[i], within(2e-4));
      assertThat((double) slots[i]).isCloseTo(m[i], within(1e-4 * (1 + Math.abs(m[i]))));
      assertThat((double) slots[n + i]).isCloseTo(v[i], within(1e-4 * (1 + v[i])));
    }
    assertThat(weights[0] == uniform(1, 0)).isEqualTo(decay == 0); // no gradient, no decay
  }

  @Test
  void sgdFollowsItsFormulaForManySteps() {
    final int n = 20;
    Sgd sgd = new Sgd(LearningRate.constant(0.05f), 0.1f);
    float[] weights = new float[n];
    double[] expected = new double[n];
    for (int t = 1; t <= 200; t++) {
      float[] gradients = new float[n];
      for (int i = 0; i < n; i++) {
        gradients[i] = uniform(t, i);
        expected[i] -= 0.05 * (gradients[i] + 0.1 * expected[i]);
      }
      sgd.update(weights, gradients, new float[0], t);
    }
    for (int i = 0; i < n; i++) {
      assertThat((double) weights[i]).isCloseTo(expected[i], within(1e-5));
    }
  }

  /** One step by hand: Adam moves 1 by 0.1, and a tenth of a tenth of it decays before. */
  @Test
  void adamWDecaysApartFromTheGradient() {
    AdamW adamW = new AdamW(LearningRate.constant(0.1f), 0.1f);
    float[] weights = {1, 1};
    float[] slots = new float[adamW.slots() * 2];
    adamW.update(weights, new float[] {1, 0}, slots, 1);
    assertThat(weights[0]).isCloseTo(1 - 0.01f - 0.1f, within(1e-6f));
    assertThat(weights[1]).isCloseTo(0.99f, within(1e-7f));
    assertThat(slots[0]).as("no decay in the moments").isCloseTo(0.1f, within(1e-7f));
  }

  @ParameterizedTest
  @ValueSource(floats = {0f, 0.05f})
  void adamWFollowsThePaperForManySteps(float decay) {
    final int n = 21;
    LearningRate rate = LearningRate.cosine(0.02f, 0.001f, 300);
    AdamW adamW = new AdamW(rate, decay);
    float[] weights = starts(n);
    double[] expected = doubles(weights);
    float[] slots = new float[2 * n];
    double[] m = new double[n];
    double[] v = new double[n];
    for (int t = 1; t <= 300; t++) {
      float[] gradients = gradients(n, t);
      adamW.update(weights, gradients, slots, t);
      for (int i = 0; i < n; i++) {
        m[i] = 0.9 * m[i] + 0.1 * gradients[i];
        v[i] = 0.999 * v[i] + 0.001 * (double) gradients[i] * gradients[i];
        double mHat = m[i] / (1 - Math.pow(0.9, t));
        double vHat = v[i] / (1 - Math.pow(0.999, t));
        expected[i] -=
            rate.at(t) * (mHat / (Math.sqrt(vHat) + 1e-8) + (double) decay * expected[i]);
      }
    }
    assertClose(weights, expected);
  }

  @ParameterizedTest
  @ValueSource(floats = {0f, 0.05f})
  void momentumFollowsItsFormulaForManySteps(float decay) {
    final int n = 21;
    LearningRate rate = LearningRate.linear(0.05f, 0.001f, 300);
    Momentum momentum = new Momentum(rate, decay);
    assertThat(momentum).isEqualTo(new Momentum(rate, 0.9f, decay));
    float[] weights = starts(n);
    double[] expected = doubles(weights);
    float[] slots = new float[momentum.slots() * n];
    double[] v = new double[n];
    for (int t = 1; t <= 300; t++) {
      float[] gradients = gradients(n, t);
      momentum.update(weights, gradients, slots, t);
      for (int i = 0; i < n; i++) {
        v[i] = 0.9 * v[i] + gradients[i] + (double) decay * expected[i];
        expected[i] -= rate.at(t) * v[i];
      }
    }
    assertClose(weights, expected);
    assertThatIllegalArgumentException().isThrownBy(() -> new Momentum(rate, 1, 0));
  }

  private static float[] starts(int n) {
    float[] weights = new float[n];
    for (int i = 0; i < n; i++) {
      weights[i] = uniform(1, i);
    }
    return weights;
  }

  private static double[] doubles(float[] values) {
    double[] doubles = new double[values.length];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = values[i];
    }
    return doubles;
  }

  private static float[] gradients(int n, int step) {
    float[] gradients = new float[n];
    for (int i = 1; i < n; i++) {
      gradients[i] = 0.3f * i * uniform(step + 1, i);
    }
    return gradients;
  }

  private static void assertClose(float[] weights, double[] expected) {
    for (int i = 0; i < weights.length; i++) {
      assertThat((double) weights[i])
          .isCloseTo(expected[i], within(2e-4 * (1 + Math.abs(expected[i]))));
    }
  }

  /** Two trainers make the same update of the same sums: nothing may be kept in the object. */
  @Test
  void anOptimizerRemembersNothing() {
    Adam adam = new Adam(LearningRate.constant(0.1f), 0.01f);
    float[][] weights = {{1, 2}, {1, 2}};
    float[][] slots = new float[2][4];
    for (int t = 1; t <= 5; t++) {
      for (int trainer = 0; trainer < 2; trainer++) {
        adam.update(weights[trainer], new float[] {0.5f, -t}, slots[trainer], t);
      }
    }
    assertThat(weights[0]).isEqualTo(weights[1]);
    assertThat(slots[0]).isEqualTo(slots[1]);
  }

  private static float uniform(long key, int i) {
    return 2 * CounterRandom.unitFloat(CounterRandom.bits(CounterRandom.child(5, key), i)) - 1;
  }

  @Test
  void gradientsThatAreTooLongAreMadeShorter() {
    assertThat(stepClippedTo(6, 3, 4)).containsExactly(-3, -4);
    assertThat(stepClippedTo(5, 3, 4)).containsExactly(-3, -4);
    assertThat(stepClippedTo(2.5f, 3, 4)).containsExactly(-1.5f, -2);
    assertThat(stepClippedTo(1, Float.NaN, 1)[0]).isNaN();
  }

  private static float[] stepClippedTo(float norm, float... gradients) {
    float[] weights = new float[gradients.length];
    Clipped clipped = new Clipped(new Sgd(LearningRate.constant(1), 0), norm);
    assertThat(clipped.slots()).isZero();
    clipped.update(weights, gradients, new float[0], 1);
    return weights;
  }

  /** Whatever the optimizer of the others is; nothing of a statistic counts in the norm. */
  @Test
  void statisticsAreRunningMeansAndNoOptimizerMovesThem() {
    LearningRate rate = LearningRate.constant(0.5f);
    Optimizer[] others = {
      new Sgd(rate, 0.1f), new Momentum(rate, 0.1f), new Adam(rate, 0.1f), new AdamW(rate, 0.1f)
    };
    for (Optimizer of : others) {
      float[] alone = {1, -2};
      new Clipped(of, 1).update(alone, new float[] {3, 4}, new float[2 * of.slots()], 1);
      RunningMeans means = new RunningMeans(new Clipped(of, 1), new int[] {1, 3});
      float[] slots = new float[4 * means.slots()];
      float[] weights = {1, 10, -2, -8};
      for (int step = 1; step <= 2; step++) {
        // The batches have 4 and 0: the averages less them.
        means.update(weights, new float[] {3, weights[1] - 4, 4, weights[3]}, slots, step);
        if (step == 1) {
          assertThat(weights[0]).as("%s", of).isEqualTo(alone[0]);
          assertThat(weights[2]).as("%s", of).isEqualTo(alone[1]);
        }
      }
      assertThat(weights[1]).isCloseTo(4 + 6 * 0.9f * 0.9f, within(1e-5f));
      assertThat(weights[3]).isCloseTo(-8 * 0.9f * 0.9f, within(1e-5f));
    }
  }
}
