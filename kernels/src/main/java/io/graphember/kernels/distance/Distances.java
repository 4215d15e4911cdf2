// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

/** The distances that there are, each by the faster twin that this JVM can run. */
public final class Distances {
  /** Sum of absolute differences. */
  public static final RowDistances L1 = AbsoluteDistances.BEST;

  /** Root of the sum of squared differences. */
  public static final RowDistances L2 = EuclideanDistances.BEST;

  /**
   * Sum of the moduli of differences of complex numbers: the first half of a row holds real parts,
   * the second half imaginary parts.
   */
  public static final RowDistances MODULUS = ModulusDistances.BEST;

  private Distances() {}
}
