// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.setting.Setting;

/**
 * What is published when training is done: section {@code publish} of a job file.
 *
 * @param predictions class and probabilities of every vertex
 * @param embeddings embedding of every vertex
 */
public record PublishSettings(
    @Setting(value = "Publish the predicted class of every vertex.", byDefault = "true")
        boolean predictions,
    @Setting(value = "Publish the embedding of every vertex.", byDefault = "true")
        boolean embeddings) {}
