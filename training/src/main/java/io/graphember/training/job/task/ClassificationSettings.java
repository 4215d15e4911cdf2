// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import java.util.Optional;

/**
 * One class of each vertex is learned: {@code task: {type: classification}}.
 *
 * @param vertexType vertex type that has results; empty for the one with classes
 * @param split fractions drawn by seed; empty for the splits that came with the graph
 * @param balanceClasses whether all classes count alike in the loss
 */
@Tag("classification")
public record ClassificationSettings(
    @Setting(
            value = "Vertex type that has results; without it the one with classes.",
            optional = true)
        Optional<String> vertexType,
    @Setting(
            value =
                "Fractions of the labelled vertices drawn by the job seed; without it the splits"
                    + " that came with the graph.",
            optional = true)
        Optional<SplitSettings> split,
    @Setting(
            value =
                "Count all classes alike in the loss: a vertex counts the less, the more vertices of"
                    + " its class are trained on.",
            byDefault = "false")
        boolean balanceClasses)
    implements VertexTaskSettings {
  @Override
  public Objective objective() {
    return Objective.CLASSIFICATION;
  }
}
