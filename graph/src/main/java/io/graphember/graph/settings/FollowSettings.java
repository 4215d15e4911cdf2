// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.settings;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * Whether a graph follows the tables and caches that it was made of.
 *
 * @param follow true if the graph changes as they do
 * @param followSeconds least seconds between two versions
 */
public record FollowSettings(
    @Setting(
            value =
                "Follow the tables and caches of the source: when their rows change, the graph gets"
                    + " a new version, in the place of the one before.",
            byDefault = "false")
        boolean follow,
    @Setting(
            value = "Least seconds from one version of a graph that follows to the next.",
            byDefault = "30")
        @Min(1)
        @Max(86_400)
        int followSeconds) {

  /** A graph that stays as it was loaded. */
  public static final FollowSettings NOT = new FollowSettings(false, 30);
}
