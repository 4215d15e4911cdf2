// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One epoch of a job.
 *
 * @param epoch number, from 1
 * @param seconds wall time
 * @param waitSeconds of these, how long the first trainer waited for sampled batches
 * @param loss mean training loss
 * @param validation accuracy, micro F1 or RMSE on the validation split; null without a validation
 *     split
 * @param best true if it was the best so far
 * @param learningRate of its last step; null where it is not one number, and of a result of
 *     Graphember 0.1
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EpochInfo(
    int epoch,
    double seconds,
    double waitSeconds,
    double loss,
    @Nullable Double validation,
    boolean best,
    @Nullable Double learningRate) {}
