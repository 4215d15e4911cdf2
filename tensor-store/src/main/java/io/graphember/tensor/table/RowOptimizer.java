// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

/** How gradients move the rows of a table: which formula, with which constants. Immutable. */
public sealed interface RowOptimizer {
  /** Name in settings, checkpoints and messages. */
  String name();

  /** Values that are remembered for each weight, 0 before the first step. */
  int slots();

  /** The rate of each step. */
  LearningRate learningRate();

  /**
   * True if a row moves in steps that bring it no gradient: its last step is remembered, and the
   * steps since then are made up for when it is touched.
   */
  boolean lazy();

  /** Plain descent. */
  static RowOptimizer sgd(LearningRate learningRate) {
    return new Sgd(learningRate);
  }

  /** Descent with the usual momentum of 0.9. */
  static RowOptimizer momentum(LearningRate learningRate) {
    return new Momentum(learningRate, Momentum.MOMENTUM);
  }

  /**
   * {@code w -= lr g}.
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
    public boolean lazy() {
      return false;
    }
  }

  /**
   * {@code v = mu v + g; w -= lr v} in every step, also in those without a gradient. Slot 0 is v.
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
    public boolean lazy() {
      return true;
    }
  }
}
