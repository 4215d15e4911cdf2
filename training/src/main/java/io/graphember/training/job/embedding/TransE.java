// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import io.graphember.spi.triple.TripleScoring;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotNull;

/**
 * Translations, {@link io.graphember.spi.triple.TransE}: {@code embedding: {type: transe}}.
 *
 * @param norm how distances are measured
 * @param margin how far apart scores are to be
 * @param triples how rows are trained
 */
@Tag("transe")
public record TransE(
    @Setting(value = "How distances are measured: l1 or l2.", byDefault = "l1") @NotNull Norm norm,
    @Setting(
            value =
                "Distance below which a triple is to hold, and that negatives are to be beyond it with loss: margin.",
            byDefault = "9")
        @DecimalMin("0")
        @DecimalMax("1000")
        float margin,
    @Inlined TripleSettings triples)
    implements TripleMethod {
  @Override
  public TripleScoring scoring() {
    return new io.graphember.spi.triple.TransE(norm.comparison());
  }
}
