// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.settings;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * Which results of a graph's jobs stay: section {@code graph.retention} of a job file.
 *
 * @param results newest results that stay, over all jobs of the graph; null for all
 * @param days age at which a result goes; null for none
 */
public record RetentionSettings(
    @Setting(
            value =
                "Newest results that stay, over all jobs of the graph; all that a job has left is one result.",
            optional = true)
        @Min(1)
        @Nullable Integer results,
    @Setting(value = "Days after which a result is dropped.", optional = true) @Min(1)
        @Nullable Integer days) {}
