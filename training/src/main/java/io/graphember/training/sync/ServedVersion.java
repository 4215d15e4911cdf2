// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.sync;

/**
 * A version of the parameters, as a trainer is given it.
 *
 * @param number changes of the parameters before it, since the training began or went on
 * @param more true if a gradient is to be computed on it, false if the epoch has all of its own
 * @param weights the parameters, flat
 * @param sums loss, hits and rows of the epoch so far
 * @param pushes gradients that the parameters have, from the first epoch on
 */
public record ServedVersion(
    long number, boolean more, float[] weights, double[] sums, long pushes) {}
