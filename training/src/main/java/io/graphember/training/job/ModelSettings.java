// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.spi.backend.ModelKind;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.EnumSet;
import java.util.Set;

/**
 * The model: section {@code model} of a job file.
 *
 * @param type family
 * @param layers number of layers, and of hops
 * @param hidden floats of a hidden row
 * @param inputDropout share of input values dropped in training
 * @param hiddenDropout share of hidden values dropped in training
 * @param heads attention heads of a layer but the last
 * @param outputHeads attention heads of the last layer
 * @param attentionSlope slope of the leaky ReLU of attention below 0
 * @param attentionDropout share of attention weights dropped in training
 * @param bases matrices that those of edge types are combined of, 0 for none
 * @param residual whether rows that enter a layer are added to those that leave it
 * @param learnedDim floats of a row of a vertex without features
 * @param layerNorm whether rows that leave a layer are normalised
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
                "Attention heads of a layer but the last, which share its width; of gat, gatv2, gat-e"
                    + " and hgt.",
            byDefault = "8")
        @Min(1)
        @Max(1024)
        int heads,
    @Setting(
            value = "Attention heads of the last layer, which are averaged; of gat, gatv2, gat-e.",
            byDefault = "1")
        @Min(1)
        @Max(1024)
        int outputHeads,
    @Setting(
            value = "Slope of the leaky ReLU of attention below 0; of gat, gatv2 and gat-e.",
            byDefault = "0.2")
        @DecimalMin("0")
        @DecimalMax(value = "1", inclusive = false)
        float attentionSlope,
    @Setting(
            value = "Share of attention weights dropped in training; of gat, gatv2, gat-e and hgt.",
            byDefault = "0")
        @DecimalMin("0")
        @DecimalMax(value = "1", inclusive = false)
        float attentionDropout,
    @Setting(
            value =
                "Matrices that those of the edge types are combined of; 0 for one of each type's own;"
                    + " of rgcn.",
            byDefault = "0")
        @Min(0)
        @Max(1024)
        int bases,
    @Setting(value = "Add the rows that enter a layer to those that leave it.", byDefault = "false")
        boolean residual,
    @Setting(
            value =
                "Width of the rows of vertices of types without features, which are learned with the"
                    + " model.",
            byDefault = "64")
        @Min(1)
        @Max(65536)
        int learnedDim,
    @Setting(value = "Normalise the rows that leave a layer but the last.", byDefault = "false")
        boolean layerNorm,
    @Setting(
            value =
                "Job whose parameters for this graph training starts from; with training.epochs: 0"
                    + " they are evaluated and published as they are.",
            optional = true)
        @Pattern(regexp = GraphSettings.NAME_PATTERN, message = "the name of a job")
        String from)
    implements CrossChecked {

  private static final Set<ModelKind> ATTENTION =
      EnumSet.of(ModelKind.GAT, ModelKind.GATV2, ModelKind.GAT_E, ModelKind.HGT);

  @Override
  public void check(Complaints complaints) {
    if (ATTENTION.contains(type) && hidden % heads != 0) {
      complaints.add("hidden", "must be a multiple of model.heads, which is " + heads);
    }
    if (type == ModelKind.HGT && residual) {
      complaints.add("residual", "must be false with model.type: hgt, which has its own");
    }
  }

  /** The model for a graph. */
  public ModelSpec spec(GraphShape graph) {
    return new ModelSpec(
            type,
            graph.inputDim(learnedDim),
            hidden,
            graph.classes(),
            layers,
            inputDropout,
            hiddenDropout)
        .with(
            new LayerOptions(
                heads,
                outputHeads,
                attentionSlope,
                attentionDropout,
                graph.edgeDim(),
                graph.edgeTypes().size(),
                graph.vertexTypes(),
                bases,
                residual,
                layerNorm));
  }
}
