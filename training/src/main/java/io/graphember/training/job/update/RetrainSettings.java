// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.update;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * When the cluster trains a model on, once its job is done: section {@code retrain} of a job file.
 *
 * @param changedShare share of the vertices and edges that must have changed, 0 to 1; 0 for any
 *     newer version
 * @param drop by how much the figure of the test must have become worse on a newer version, 0 or
 *     more; null not to look
 * @param everySeconds seconds between two looks at least, 1 to 31,622,400
 * @param epochs most epochs of a retraining, 1 or more
 * @param tolerance by how much the new model may be worse, 0 or more
 */
public record RetrainSettings(
    @Setting(
            value =
                "Share of the vertices and edges of the graph that must have been added or have gone"
                    + " since the version that the model was trained on. 0 for any newer version.",
            byDefault = "0.05")
        @DecimalMin("0")
        @DecimalMax("1")
        double changedShare,
    @Setting(
            value =
                "Train also when less has changed, if the figure of the model's test on a newer"
                    + " version is worse by more than this than when it was published.",
            optional = true)
        @DecimalMin("0")
        @Nullable Double drop,
    @Setting(
            value = "Seconds between the end of one retraining, or look, and the next at least.",
            byDefault = "600")
        @Min(1)
        @Max(RetrainSettings.MOST_SECONDS)
        int everySeconds,
    @Setting(value = "Most epochs of a retraining.", byDefault = "5") @Min(1) @Max(100_000)
        int epochs,
    @Setting(
            value =
                "By how much the new model may be worse than the present one, by the figure of the"
                    + " test on the current version of the graph, and is published still.",
            byDefault = "0")
        @DecimalMin("0")
        double tolerance) {
  /** A year. */
  static final long MOST_SECONDS = 31_622_400;

  /** By how much the figure must have become worse; empty not to look. */
  public OptionalDouble watchedDrop() {
    return drop == null ? OptionalDouble.empty() : OptionalDouble.of(drop);
  }
}
