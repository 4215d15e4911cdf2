// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the client judges embeddings: section {@code embedding.evaluation} of a job file.
 *
 * @param labels file with a key and a label in each line; null for none
 * @param shares shares of the labelled vertices to train a classifier on
 * @param repeats draws of each share
 * @param heldOut share of the edges that are not loaded but predicted
 */
public record EvaluationSettings(
    @Setting(
            value =
                "CSV file in the data folder with a header, a vertex key and a label in each line, a"
                    + " vertex as often as it has labels: a logistic regression predicts them from"
                    + " the embeddings.",
            optional = true)
        @Nullable String labels,
    @Setting(
            value = "Shares of the labelled vertices that the regression is trained on.",
            byDefault = "[0.5]")
        @NotNull
        List<@DecimalMin("0.01") @DecimalMax("0.99") Double> shares,
    @Setting(value = "Random draws of each share; the report has their mean.", byDefault = "1")
        @Min(1)
        @Max(100)
        int repeats,
    @Setting(
            value =
                "Share of the edges that are left out when the graph is read, and then told from"
                    + " random pairs by the dot products of embeddings; 0 for none.",
            byDefault = "0")
        @DecimalMin("0")
        @DecimalMax("0.9")
        double heldOut) {}
