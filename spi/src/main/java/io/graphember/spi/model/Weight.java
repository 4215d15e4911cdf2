// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/**
 * A parameter of a program: a matrix in row-major order, a vector is one row.
 *
 * @param name unique within the program
 * @param rows rows, positive
 * @param columns columns, positive
 * @param initial value around which its first values are drawn
 * @param bound how far they may be from it, uniformly; 0 for a constant
 * @param kind whose it is, and what moves it
 */
public record Weight(String name, int rows, int columns, double initial, double bound, Kind kind) {
  /** Whose a weight is, and what moves it. */
  public enum Kind {
    /** Of one program; gradients move it. */
    OWN,

    /**
     * Of all programs of a model that have a weight of that kind and name. Their gradients add up.
     */
    SHARED,

    /**
     * Of one program; no factor of the output in training but a running mean of what batches have:
     * it has no gradient, and moves towards the value of each batch.
     */
    STATISTIC
  }

  /** Checks the shape. */
  public Weight {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException(
          "weight %s must have rows and columns: %d x %d".formatted(name, rows, columns));
    }
  }

  /** A parameter of one program that gradients move. */
  public Weight(String name, int rows, int columns, double initial, double bound) {
    this(name, rows, columns, initial, bound, Kind.OWN);
  }

  /**
   * A matrix with first values after Glorot and Bengio (AISTATS 2010, equation 16): {@code U(-a,
   * a)} with {@code a = sqrt(6 / (in + out))}.
   *
   * @param blocks matrices of {@code in x out} stacked in it
   */
  static Weight glorot(String name, int blocks, int in, int out) {
    double bound = Math.sqrt(6.0 / ((double) in + out));
    return new Weight(name, Math.multiplyExact(blocks, in), out, 0, bound);
  }

  /** A row that is a running mean, at first {@code initial}. */
  static Weight statistic(String name, int columns, double initial) {
    return new Weight(name, 1, columns, initial, 0, Kind.STATISTIC);
  }

  /**
   * The same, shared.
   *
   * @param part begins its name
   * @throws IllegalArgumentException if it is a statistic: each program has a batch of its own
   */
  Weight sharedIn(String part) {
    if (statistic()) {
      throw new IllegalArgumentException(
          "weight %s of the shared part %s is a running mean, which layers cannot share"
              .formatted(name, part));
    }
    return new Weight(part + "." + name, rows, columns, initial, bound, Kind.SHARED);
  }

  /** True for {@link Kind#SHARED}. */
  public boolean shared() {
    return kind == Kind.SHARED;
  }

  /** True for {@link Kind#STATISTIC}. */
  public boolean statistic() {
    return kind == Kind.STATISTIC;
  }
}
