// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.PositiveOrZero;
import org.jspecify.annotations.Nullable;

/**
 * The files of source npy. A vertex's key is its row number from 0.
 *
 * @param edges array of shape 2 x E or E x 2
 * @param weights array of length E; null for none
 * @param times array of length E; null for none
 * @param edgeTargets array of length E; null for none
 * @param edgeFeatures array of shape E x d; null for none
 * @param features array of shape V x d; null for none
 * @param labels array of length V; null for none
 * @param targets array of shape V x d; null for none
 * @param vertices number of vertices V; null for the rows of features or labels
 */
public record ArraySettings(
    @Setting("File of the edges: integers of shape 2 x E, or E x 2; 2 x 2 is taken as 2 x E.")
        @NotEmpty
        String edges,
    @Setting(value = "File of the edges' weights: numbers of length E.", optional = true) @NotEmpty
        @Nullable String weights,
    @Setting(value = "File of the edges' timestamps: integers of length E.", optional = true)
        @NotEmpty
        @Nullable String times,
    @Setting(
            value =
                "File of numbers of the edges to be predicted, for task.type: edge-regression:"
                    + " numbers of length E, nan where they are not known.",
            optional = true)
        @NotEmpty
        @Nullable String edgeTargets,
    @Setting(
            value = "File of the edges' features: float32 or float64 of shape E x d.",
            optional = true)
        @NotEmpty
        @Nullable String edgeFeatures,
    @Setting(value = "File of the features: float32 or float64 of shape V x d.", optional = true)
        @NotEmpty
        @Nullable String features,
    @Setting(value = "File of the classes: integers of length V, -1 for none.", optional = true)
        @NotEmpty
        @Nullable String labels,
    @Setting(
            value =
                "File of numbers to be predicted, float32 or float64 of shape V x d: values for"
                    + " task.type: regression, or 0 and 1 for multi-label; nan where they are not"
                    + " known.",
            optional = true)
        @NotEmpty
        @Nullable String targets,
    @Setting(
            value =
                "Number of vertices; without it the rows of features, labels or targets, and without these"
                    + " vertices come from the edges.",
            optional = true)
        @PositiveOrZero
        @Max(Integer.MAX_VALUE)
        @Nullable Long vertices) {}
