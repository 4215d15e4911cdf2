// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.sync;

/** Parameters that {@link ServedParameters} changes; called by one thread at a time. */
public interface VersionedParameters {
  /** The parameters, flat; changed by the next {@link #update}. */
  float[] weights();

  /** Loss, hits and rows of the present epoch. */
  double[] sums();

  /** Gradients that the parameters have, from the first epoch on. */
  long pushes();

  /**
   * Changes the parameters once.
   *
   * @param added loss, hits and rows, added up
   * @param gradients added up in the order of ranks; may be changed
   * @param count how many gradients that were
   */
  void update(double[] added, float[] gradients, int count);
}
