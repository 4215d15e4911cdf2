// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.DenseLayers;
import io.graphember.spi.model.JumpingKnowledge;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.training.job.task.GraphShape;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The model: section {@code model} of a job file.
 *
 * @param architecture family, with the settings of its own
 * @param layers number of layers, and of hops
 * @param hidden floats of a hidden row
 * @param inputDropout share of input values dropped in training
 * @param hiddenDropout share of hidden values dropped in training
 * @param residual whether rows that enter a layer are added to those that leave it
 * @param learnableDim floats of a row of a vertex without features
 * @param normalization how rows that leave a layer are normalised
 * @param jumpingKnowledge what the outputs are made of
 * @param denseBetween dense layers after each layer but the last
 * @param denseAfter dense layers after the last layer
 * @param from job whose parameters training starts from; null for random ones
 */
public record ModelSettings(
    @Inlined Architecture architecture,
    @Setting(value = "Number of layers, each one hop further.", byDefault = "2")
        @Min(1)
        @Max(ModelSpec.MAX_LAYERS)
        int layers,
    @Setting(value = "Width of a hidden row, in floats.", byDefault = "64") @Min(1) @Max(65536)
        int hidden,
    @Setting(value = "Share of input values dropped in training.", byDefault = "0")
        @DecimalMin("0")
        @DecimalMax(value = "1", inclusive = false)
        float inputDropout,
    @Setting(value = "Share of hidden values dropped in training.", byDefault = "0.5")
        @DecimalMin("0")
        @DecimalMax(value = "1", inclusive = false)
        float hiddenDropout,
    @Setting(value = "Add the rows that enter a layer to those that leave it.", byDefault = "false")
        boolean residual,
    @Setting(
            value =
                "Width of the rows of vertices of types without features, which are learned with the"
                    + " model.",
            byDefault = "64")
        @Min(1)
        @Max(65536)
        int learnableDim,
    @Setting(
            value =
                "How the rows that leave a layer but the last are normalised before their activation.",
            byDefault = "none")
        Normalization normalization,
    @Setting(
            value =
                "What the outputs are made of: the rows of the last layer, or of all layers, as"
                    + " concat, max or lstm bring them together; then a dense layer follows, or"
                    + " denseAfter of them.",
            byDefault = "none")
        JumpingKnowledge jumpingKnowledge,
    @Setting(
            value = "Dense layers, without neighbours, after each layer but the last.",
            byDefault = "0")
        @Min(0)
        @Max(DenseLayers.MOST)
        int denseBetween,
    @Setting(
            value =
                "Dense layers, without neighbours, after the last layer; the last of them gives the"
                    + " outputs.",
            byDefault = "0")
        @Min(0)
        @Max(DenseLayers.MOST)
        int denseAfter,
    @Setting(
            value =
                "Job whose parameters for this graph training starts from; with training.epochs: 0"
                    + " they are evaluated and published as they are.",
            optional = true)
        @Pattern(regexp = GraphSettings.NAME_PATTERN, message = "the name of a job")
        @Nullable String from)
    implements CrossChecked {

  @Override
  public void check(Complaints complaints) {
    architecture.check(hidden, residual, complaints);
  }

  /** The model for a graph. */
  public ModelSpec spec(GraphShape graph) {
    return new ModelSpec(
            architecture,
            graph.inputDim(learnableDim),
            hidden,
            graph.classes(),
            layers,
            inputDropout,
            hiddenDropout)
        .with(
            LayerOptions.DEFAULT
                .withEdgeDim(graph.edgeDim())
                .withTypes(graph.edgeTypes().size(), graph.vertexTypes())
                .with(residual, normalization)
                .with(jumpingKnowledge, new DenseLayers(denseBetween, denseAfter)));
  }
}
