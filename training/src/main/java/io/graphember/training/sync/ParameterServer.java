// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.sync;

import java.util.function.Supplier;

/**
 * Parameters that trainers change each for itself, as one of them sees it (parameter server: Ho et
 * al., NIPS 2013; GraphTheta, section 4.3): a port, implemented over Ignite by the plugin and in
 * one JVM by tests. What is given and what is taken has the order of {@link ServedParameters}.
 *
 * <p>Used by one thread of each trainer.
 */
public interface ParameterServer {
  /** Number of this trainer; the first one, 0, opens the epochs. */
  int rank();

  /**
   * Opens an epoch; called by the first trainer alone, before it begins the epoch.
   *
   * @param parameters what is changed; the same object in every epoch of a training
   * @param pushes gradients that the epoch takes, of all trainers together
   */
  void open(VersionedParameters parameters, long pushes);

  /** Does something while no gradient is applied; called by the first trainer alone. */
  <T> T alone(Supplier<T> work);

  /**
   * Begins an epoch. Blocks until the first trainer has opened it; bounded and cancellable.
   *
   * @throws io.graphember.spi.error.GraphemberException cancelled, or another trainer is lost
   */
  ServedVersion begin();

  /**
   * Gives a gradient that was computed on the version that was given last. Blocks until there is a
   * version that has it; bounded and cancellable.
   *
   * @param gradients one for each parameter; the server's own from now on
   * @param sums loss, hits and rows
   * @throws io.graphember.spi.error.GraphemberException cancelled, or another trainer is lost
   */
  ServedVersion push(float[] gradients, double[] sums);
}
