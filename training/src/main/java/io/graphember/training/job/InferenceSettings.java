// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.config.Setting;
import io.graphember.graph.GraphSettings;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/**
 * Inference over the whole graph by a model that is trained already, layer by layer: section {@code
 * inference} of a job file.
 *
 * @param model job whose parameters are used
 */
public record InferenceSettings(
    @Setting(
            "Job that trained the model: its parameters are used. Section model says the same as"
                + " that job's.")
        @NotNull
        @Pattern(
            regexp = GraphSettings.NAME_PATTERN,
            message = "1 to 64 letters, digits, '-' or '_', starting with a letter")
        String model) {}
