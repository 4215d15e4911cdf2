// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

/**
 * What an optimizer remembers of the parameters of a model, for who trains it on.
 *
 * @param optimizer its name
 * @param slots behind the last update; see {@link io.graphember.tensor.optimizer.Optimizer}
 * @param updates that were made, of all trainings of the model
 */
public record OptimizerMemory(String optimizer, float[] slots, long updates) {}
