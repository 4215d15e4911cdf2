// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.optimizer;

/** A learning rate as a function of the step, defined for all steps to come. Immutable. */
public sealed interface LearningRate {
  /**
   * The rate of one step; finite, 0 or more.
   *
   * @param step from 1
   */
  float at(long step);

  /** No step has a higher rate. */
  float highest();

  /** The same rate at every step. */
  static LearningRate constant(float rate) {
    return new Constant(rate);
  }

  /** From {@code first} at step 1 down to {@code last} at step {@code steps} and after it. */
  static LearningRate linear(float first, float last, long steps) {
    return new Linear(first, last, steps);
  }

  /** {@code first}, multiplied by {@code factor} after every {@code every} steps. */
  static LearningRate step(float first, float factor, long every) {
    return new Step(first, factor, every);
  }

  /** Half a cosine from {@code first} at step 1 to {@code last} at step {@code steps} and after. */
  static LearningRate cosine(float first, float last, long steps) {
    return new Cosine(first, last, steps);
  }

  /** Rises in a line over the first {@code steps} steps up to the rate that this one has then. */
  default LearningRate warmUp(long steps) {
    return new WarmUp(steps, this);
  }

  /** The same behind so many steps, at which the rate is that of the first one. */
  default LearningRate after(long steps) {
    return new After(steps, this);
  }

  /**
   * See {@link #constant}.
   *
   * @param rate 0 or more
   */
  record Constant(float rate) implements LearningRate {
    /** Checks the rate. */
    public Constant {
      requireRate(rate);
    }

    @Override
    public float at(long step) {
      return rate;
    }

    @Override
    public float highest() {
      return rate;
    }
  }

  /**
   * See {@link #linear}.
   *
   * @param first rate of step 1
   * @param last rate of step {@code steps} and all after it
   * @param steps 1 or more
   */
  record Linear(float first, float last, long steps) implements LearningRate {
    /** Checks rates and steps. */
    public Linear {
      requireRate(first);
      requireRate(last);
      requireSteps(steps);
    }

    @Override
    public float at(long step) {
      return (float) (first + (last - (double) first) * progress(step, steps));
    }

    @Override
    public float highest() {
      return Math.max(first, last);
    }
  }

  /**
   * See {@link #step}.
   *
   * @param first rate of the first steps
   * @param factor in {@code [0, 1]}
   * @param every 1 or more
   */
  record Step(float first, float factor, long every) implements LearningRate {
    /** Checks rate, factor and steps. */
    public Step {
      requireRate(first);
      requireSteps(every);
      if (!(factor >= 0 && factor <= 1)) {
        throw new IllegalArgumentException("the factor must be in [0, 1]: " + factor);
      }
    }

    @Override
    public float at(long step) {
      return (float) (first * Math.pow(factor, (step - 1) / every));
    }

    @Override
    public float highest() {
      return first;
    }
  }

  /**
   * See {@link #cosine}.
   *
   * @param first rate of step 1
   * @param last rate of step {@code steps} and all after it
   * @param steps 1 or more
   */
  record Cosine(float first, float last, long steps) implements LearningRate {
    /** Checks rates and steps. */
    public Cosine {
      requireRate(first);
      requireRate(last);
      requireSteps(steps);
    }

    @Override
    public float at(long step) {
      double share = 0.5 * (1 + StrictMath.cos(Math.PI * progress(step, steps)));
      return (float) (last + (first - (double) last) * share);
    }

    @Override
    public float highest() {
      return Math.max(first, last);
    }
  }

  /**
   * See {@link #warmUp}.
   *
   * @param steps 1 or more
   * @param then the rate of all later steps
   */
  record WarmUp(long steps, LearningRate then) implements LearningRate {
    /** Checks the steps. */
    public WarmUp {
      requireSteps(steps);
    }

    @Override
    public float at(long step) {
      return step < steps ? (float) (then.at(steps) * ((double) step / steps)) : then.at(step);
    }

    @Override
    public float highest() {
      return then.highest();
    }
  }

  /**
   * See {@link #after}.
   *
   * @param steps 1 or more
   * @param then the rate behind them
   */
  record After(long steps, LearningRate then) implements LearningRate {
    /** Checks the steps. */
    public After {
      requireSteps(steps);
    }

    @Override
    public float at(long step) {
      return then.at(Math.max(1, step - steps));
    }

    @Override
    public float highest() {
      return then.highest();
    }
  }

  private static double progress(long step, long steps) {
    return step >= steps ? 1 : (step - 1) / (double) (steps - 1);
  }

  private static void requireRate(float rate) {
    if (!(rate >= 0 && rate < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a learning rate must be 0 or more: " + rate);
    }
  }

  private static void requireSteps(long steps) {
    if (steps < 1) {
      throw new IllegalArgumentException("a schedule needs 1 step or more: " + steps);
    }
  }
}
