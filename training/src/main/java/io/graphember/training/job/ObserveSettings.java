// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * What a training tells of itself beside its result: section {@code training.observe} of a job
 * file.
 *
 * @param traceSteps steps of each trainer whose parts are traced
 * @param histograms whether every epoch tells how parameters and gradients are distributed
 */
public record ObserveSettings(
    @Setting(
            value =
                "Steps of each trainer, the first ones, of which the result has the time of every"
                    + " part; 0 for none.",
            byDefault = "0")
        @Min(0)
        @Max(500)
        int traceSteps,
    @Setting(
            value =
                "Tell after every epoch how the values of each parameter and its gradients are"
                    + " distributed; the cluster keeps that of the latest 32 epochs.",
            byDefault = "false")
        boolean histograms) {}
