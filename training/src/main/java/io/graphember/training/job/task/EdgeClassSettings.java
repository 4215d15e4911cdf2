// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.schema.EdgeLabel;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Classification of edges: {@code task: {type: edge-classes}}.
 *
 * @param vertexType vertex type that has results; empty for all that these edges join
 * @param edgeType edge type whose classes are learned; null for the first that has classes
 * @param validation share of the edges that decide which epoch is the best
 * @param test share of the edges that measure the result
 * @param measured most edges of a validation or a test
 */
@Tag("edge-classes")
public record EdgeClassSettings(
    @Setting(
            value = "Vertex type that has results; without it all that these edges join.",
            optional = true)
        Optional<String> vertexType,
    @Setting(
            value = "Edge type whose classes are learned; without it the first that has classes.",
            optional = true)
        @Nullable String edgeType,
    @Setting(
            value =
                "Share of the edges that decide which epoch is the best, drawn by the job seed.",
            byDefault = "0.1")
        @DecimalMin("0")
        @DecimalMax("0.5")
        double validation,
    @Setting(value = "Share of the edges that measure the result.", byDefault = "0.2")
        @DecimalMin("0")
        @DecimalMax("0.5")
        double test,
    @Setting(value = "Most edges of a validation or a test.", byDefault = "10000")
        @Min(1)
        @Max(1_000_000)
        int measured)
    implements EdgeLabelSettings {
  private static final int FEWEST = 2;

  @Override
  public Objective objective() {
    return Objective.CLASSIFICATION;
  }

  @Override
  public int outputs(EdgeLabel label) {
    return label.classNames().size();
  }

  @Override
  public Optional<String> lack(EdgeLabel label) {
    List<String> classes = label.classNames();
    return classes.size() >= FEWEST
        ? Optional.empty()
        : Optional.of(
            "%s: task.type: edge-classes needs at least %d, from label of the edges in the source"
                .formatted(
                    classes.isEmpty() ? "no classes" : "one class, " + classes.get(0), FEWEST));
  }
}
