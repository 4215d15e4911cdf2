// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

/**
 * What is kept of the training of a model, for who trains it on.
 *
 * @param optimizer its name
 * @param slots behind the last update; see {@link io.graphember.tensor.optimizer.Optimizer}
 * @param updates that were made, of all trainings of the model
 * @param profile of the features and predictions that it was trained on, as JSON
 */
public record TrainingMemory(String optimizer, float[] slots, long updates, String profile) {}
