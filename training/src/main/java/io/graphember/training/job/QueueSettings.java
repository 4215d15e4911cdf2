// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/**
 * How a job waits for its turn: section {@code queue} of a job file.
 *
 * @param priority which of a user's jobs comes first, -9 to 9: the highest
 * @param waitSeconds seconds that it waits for a place, 0 to 604,800; 0 to be refused at once
 */
public record QueueSettings(
    @Setting(
            value =
                "Of the jobs of one user that wait, the one with the highest priority begins first.",
            byDefault = "0")
        @Min(-9)
        @Max(9)
        int priority,
    @Setting(
            value =
                "Seconds that the job waits while nodes, or its user, run as many jobs as they may;"
                    + " 0 to be refused at once.",
            byDefault = "86400")
        @Min(0)
        @Max(QueueSettings.MOST_SECONDS)
        int waitSeconds) {
  /** A week. */
  static final long MOST_SECONDS = 604_800;

  /** True if the job is refused where it cannot begin at once. */
  public boolean refused() {
    return waitSeconds == 0;
  }

  /** How long the job waits at most. */
  public Duration longest() {
    return Duration.ofSeconds(waitSeconds);
  }
}
