// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import io.graphember.spi.triple.TripleScoring;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;

/**
 * Diagonal bilinear forms, {@link io.graphember.spi.triple.DistMult}: {@code embedding: {type:
 * distmult}}.
 *
 * @param margin how far apart scores are to be
 * @param triples how rows are trained
 */
@Tag("distmult")
public record DistMult(
    @Setting(
            value = "How far above those of negatives scores are to be, with loss: margin.",
            byDefault = "1")
        @DecimalMin("0")
        @DecimalMax("1000")
        float margin,
    @Inlined TripleSettings triples)
    implements TripleMethod {
  @Override
  public TripleScoring scoring() {
    return new io.graphember.spi.triple.DistMult();
  }
}
