// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.update;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMin;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Goes on with the model that the job itself has left: section {@code update} of a job file. The
 * new model is published only if it is not worse.
 *
 * @param tolerance by how much it may be worse, 0 or more
 * @param onlyBelow figure of the present model below which the job trains at all, or above which of
 *     errors; null to train whatever it is
 */
public record UpdateSettings(
    @Setting(
            value =
                "By how much the new model may be worse than the present one, by the figure of the"
                    + " test on the current version of the graph, and is published still.",
            byDefault = "0")
        @DecimalMin("0")
        double tolerance,
    @Setting(
            value =
                "Figure of the test of the present model: the job trains only if the model is worse"
                    + " by now.",
            optional = true)
        @Nullable Double onlyBelow) {
  /** The figure below which the job trains; empty to train whatever it is. */
  public OptionalDouble bound() {
    return onlyBelow == null ? OptionalDouble.empty() : OptionalDouble.of(onlyBelow);
  }
}
