// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import static io.graphember.tensor.optimizer.Adam.BETA1;
import static io.graphember.tensor.optimizer.Adam.BETA2;
import static io.graphember.tensor.optimizer.Adam.EPSILON;

import io.graphember.tensor.optimizer.LearningRate;

/**
 * How gradients move the rows of a table: which formula, with which constants. Immutable.
 *
 * <p>In the formulas w is a weight, g its gradient, t the step, lr the rate of the step; all else
 * is 0 before the first step.
 */
public sealed interface RowOptimizer {
  /** Name in settings, checkpoints and messages. */
  String name();

  /** Values that are remembered for each weight. */
  int slots();

  /** The rate of each step. */
  LearningRate learningRate();

  /**
   * True if a row also moves in steps that bring it no gradient. Its last step is then remembered,
   * and what it missed is made up for when it is touched.
   */
  boolean dense();

  /** See {@link Sgd}. */
  static RowOptimizer sgd(LearningRate learningRate) {
    return new Sgd(learningRate);
  }

  /** See {@link Momentum}, with the usual mu. */
  static RowOptimizer momentum(LearningRate learningRate) {
    return new Momentum(learningRate, Momentum.MOMENTUM);
  }

  /** See {@link Adagrad}, with the usual delta. */
  static RowOptimizer adagrad(LearningRate learningRate) {
    return new Adagrad(learningRate, Adagrad.DELTA);
  }

  /** See {@link Adam}, with the paper's constants, for rows with gradients alone. */
  static RowOptimizer adam(LearningRate learningRate) {
    return new Adam(learningRate, BETA1, BETA2, EPSILON, false);
  }

  /** See {@link AdamW}, with the paper's constants of Adam, for rows with gradients alone. */
  static RowOptimizer adamW(LearningRate learningRate, float weightDecay) {
    return new AdamW(learningRate, BETA1, BETA2, EPSILON, weightDecay, false);
  }

  /**
   * Stochastic gradient descent: {@code w -= lr g}.
   *
   * @param learningRate lr
   */
  record Sgd(LearningRate learningRate) implements RowOptimizer {
    @Override
    public String name() {
      return "sgd";
    }

    @Override
    public int slots() {
      return 0;
    }

    @Override
    public boolean dense() {
      return false;
    }
  }

  /**
   * Momentum (Polyak, 1964; Sutskever and others, ICML 2013, equations 1 and 2, with the rate
   * outside of v): {@code v = mu v + g; w -= lr v}. Slot 0 is v.
   *
   * @param learningRate lr
   * @param momentum mu, in {@code [0, 0.9999]}
   */
  record Momentum(LearningRate learningRate, float momentum) implements RowOptimizer {
    /** The usual mu. */
    public static final float MOMENTUM = 0.9f;

    /** Checks mu. */
    public Momentum {
      if (!(momentum >= 0 && momentum <= 0.9999f)) {
        throw new IllegalArgumentException("momentum must be in [0, 0.9999]: " + momentum);
      }
    }

    @Override
    public String name() {
      return "momentum";
    }

    @Override
    public int slots() {
      return 1;
    }

    @Override
    public boolean dense() {
      return true;
    }
  }

  /**
   * Adagrad (Duchi, Hazan, Singer, JMLR 2011, figure 1, diagonal, without a regulariser): {@code s
   * += g g; w -= lr g / (sqrt(s) + delta)}. Slot 0 is s.
   *
   * @param learningRate the paper's eta
   * @param delta positive
   */
  record Adagrad(LearningRate learningRate, float delta) implements RowOptimizer {
    /** The usual delta. */
    public static final float DELTA = 1e-10f;

    /** Checks delta. */
    public Adagrad {
      requirePositive("delta", delta);
    }

    @Override
    public String name() {
      return "adagrad";
    }

    @Override
    public int slots() {
      return 1;
    }

    @Override
    public boolean dense() {
      return false;
    }
  }

  /**
   * Adam (Kingma and Ba, ICLR 2015, algorithm 1): {@code m = beta1 m + (1 - beta1) g; v = beta2 v +
   * (1 - beta2) g g; w -= lr (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)}. Slot 0 is
   * m, slot 1 is v.
   *
   * @param learningRate the paper's alpha
   * @param beta1 in {@code [0, 1)}
   * @param beta2 in {@code [0, 1)}
   * @param epsilon positive
   * @param dense true for the formula as it stands, in which all rows move at every step: a touched
   *     row replays what it missed, up to 265 steps with the paper's constants. False to do a step
   *     on rows with a gradient alone, as if the others had been left out of it.
   */
  record Adam(LearningRate learningRate, float beta1, float beta2, float epsilon, boolean dense)
      implements RowOptimizer {
    /** Checks the constants. */
    public Adam {
      requireAdam(beta1, beta2, epsilon);
    }

    @Override
    public String name() {
      return dense ? "dense adam" : "adam";
    }

    @Override
    public int slots() {
      return 2;
    }
  }

  /**
   * AdamW (Loshchilov and Hutter, ICLR 2019, algorithm 2): the step of {@link Adam}, and {@code w
   * -= lr decay w} with the w before it. The paper's schedule eta_t times its alpha is our lr, and
   * its lambda is our decay times alpha.
   *
   * @param learningRate lr
   * @param beta1 in {@code [0, 1)}
   * @param beta2 in {@code [0, 1)}
   * @param epsilon positive
   * @param weightDecay 0 or more, and below {@code 1 / lr} at every step
   * @param dense as of {@link Adam}; rows without a gradient decay too
   */
  record AdamW(
      LearningRate learningRate,
      float beta1,
      float beta2,
      float epsilon,
      float weightDecay,
      boolean dense)
      implements RowOptimizer {
    /** Checks the constants. */
    public AdamW {
      requireAdam(beta1, beta2, epsilon);
      if (!(weightDecay >= 0 && learningRate.highest() * weightDecay < 1)) {
        throw new IllegalArgumentException(
            "weight decay must be 0 or more and below 1 / %s: %s"
                .formatted(learningRate.highest(), weightDecay));
      }
    }

    @Override
    public String name() {
      return dense ? "dense adamw" : "adamw";
    }

    @Override
    public int slots() {
      return 2;
    }
  }

  private static void requireAdam(float beta1, float beta2, float epsilon) {
    if (!(beta1 >= 0 && beta1 < 1 && beta2 >= 0 && beta2 < 1)) {
      throw new IllegalArgumentException(
          "beta1 and beta2 must be in [0, 1): %s %s".formatted(beta1, beta2));
    }
    requirePositive("epsilon", epsilon);
  }

  private static void requirePositive(String name, float value) {
    if (!(value > 0 && value < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be positive: " + value);
    }
  }
}
