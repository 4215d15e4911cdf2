// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import java.util.Optional;

/**
 * Which of several classes a vertex has, any number of them: {@code task: {type: multi-label}}.
 *
 * @param vertexType vertex type that has results; empty for the one with targets
 * @param split fractions drawn by seed; empty for the splits that came with the graph
 */
@Tag("multi-label")
public record MultiLabelSettings(
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
    return Objective.MULTI_LABEL;
  }
}
