// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import java.util.Optional;

/**
 * Numbers of each vertex are learned: {@code task: {type: regression}}.
 *
 * @param vertexType vertex type that has results; empty for the one with targets
 * @param split fractions drawn by seed; empty for the splits that came with the graph
 */
@Tag("regression")
public record RegressionSettings(
    @Setting(
            value = "Vertex type that has results; without it the one with targets.",
            optional = true)
        Optional<String> vertexType,
    @Setting(
            value =
                "Fractions of the labelled vertices drawn by the job seed; without it the splits"
                    + " that came with the graph.",
            optional = true)
        Optional<SplitSettings> split)
    implements VertexTaskSettings {
  @Override
  public Objective objective() {
    return Objective.REGRESSION;
  }
}
