// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.sampling.op.Direction;
import io.graphember.sampling.walk.WalkRule;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/**
 * Pairs of vertices that are near on random walks, beside the other settings of section {@code
 * embedding} of a job file.
 *
 * @param walkLength vertices of a walk
 * @param direction which edges walks follow
 * @param window most steps between the vertices of a pair
 * @param subsample frequency above which vertices are left out of walks
 */
public record WalkSettings(
    @Setting(value = "Vertices of a walk.", byDefault = "40") @Min(2) @Max(10_000) int walkLength,
    @Setting(value = "Edges that walks follow: out, in, or both.", byDefault = "out") @NotNull
        Direction direction,
    @Setting(value = "Most steps between the vertices of a pair.", byDefault = "10")
        @Min(1)
        @Max(1000)
        int window,
    @Setting(
            value =
                "Share of the ends of edges above which a vertex is left out of walks more and more"
                    + " often; 0 for never.",
            byDefault = "0")
        @DecimalMin("0")
        @DecimalMax("1")
        double subsample) {
  WalkRule rule() {
    return WalkRule.uniform(walkLength - 1).along(direction);
  }
}
