// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.triple;

/**
 * How a query is compared with the row of an entity: the score of a triple, larger for one that
 * holds.
 */
public enum Comparison {
  /** The product: sum of {@code q_k e_k}. */
  PRODUCT,
  /** The negative sum of {@code |q_k - e_k|}. */
  L1,
  /** The negative Euclidean distance. */
  L2,
  /**
   * The negative sum of the moduli of {@code q_k - e_k}, complex numbers whose real parts are the
   * first half of a row and whose imaginary parts are the second.
   */
  MODULUS;

  /** True if scores are negative distances. */
  public boolean distance() {
    return this != PRODUCT;
  }
}
