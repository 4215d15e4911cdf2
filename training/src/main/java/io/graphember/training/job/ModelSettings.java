// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.config.Setting;
import io.graphember.graph.GraphSettings;
import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSpec;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/**
 * The model: section {@code model} of a job file.
 *
 * @param type family
 * @param layers number of layers, and of hops
 * @param hidden floats of a hidden row
 * @param inputDropout share of input values dropped in training
 * @param hiddenDropout share of hidden values dropped in training
 * @param from job whose parameters training starts from; null for random ones
 */
public record ModelSettings(
    @Setting(value = "Family of the model.", byDefault = "graphsage") @NotNull ModelKind type,
    @Setting(value = "Number of layers, each one hop further.", byDefault = "2")
        @Min(1)
        @Max(ModelSpec.MAX_LAYERS)
        int layers,
    @Setting(value = "Width of a hidden row, in floats.", byDefault = "64") @Min(1) @Max(65536)
        int hidden,
    @Setting(value = "Share of input values dropped in training.", byDefault = "0.5")
        @DecimalMin("0")
        @DecimalMax(value = "1", inclusive = false)
        float inputDropout,
    @Setting(value = "Share of hidden values dropped in training.", byDefault = "0.5")
        @DecimalMin("0")
        @DecimalMax(value = "1", inclusive = false)
        float hiddenDropout,
    @Setting(
            value =
                "Job whose parameters for this graph training starts from; with training.epochs: 0"
                    + " they are evaluated and published as they are.",
            optional = true)
        @Pattern(regexp = GraphSettings.NAME_PATTERN, message = "the name of a job")
        String from) {

  /** The model for a graph. */
  public ModelSpec spec(int featureDim, int classes) {
    return new ModelSpec(type, featureDim, hidden, classes, layers, inputDropout, hiddenDropout);
  }
}
