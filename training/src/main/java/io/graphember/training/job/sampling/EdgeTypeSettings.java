// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.sampling;

import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.List;

/**
 * Neighbours by edges of one type: an element of {@code sampling.edgeTypes}.
 *
 * @param name name of the edge type
 * @param fanouts neighbours per vertex of hop 1, 2, ...: a number, 0 for none, or {@code all}
 * @param evaluationFanouts the same when evaluating and predicting
 */
public record EdgeTypeSettings(
    @Setting("Name of the edge type.") String name,
    @Setting(
            "Neighbours per vertex by edges of this type at hop 1, 2, ..., each a number, 0 for none,"
                + " or 'all'; one for each layer, or one for all layers.")
        @NotNull
        List<@Pattern(regexp = Fanouts.TYPED_PATTERN, message = Fanouts.TYPED_RULE) String> fanouts,
    @Setting(value = "The same when evaluating and predicting.", byDefault = "[all]") @NotNull
        List<@Pattern(regexp = Fanouts.TYPED_PATTERN, message = Fanouts.TYPED_RULE) String>
            evaluationFanouts) {}
