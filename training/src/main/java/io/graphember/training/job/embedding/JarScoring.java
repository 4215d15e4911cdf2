// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import io.graphember.spi.triple.TripleScoring;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.NotEmpty;
import java.util.Optional;

/**
 * A function that a jar brings: {@code embedding: {type: scoring}}.
 *
 * @param function its name
 * @param margin how far apart scores are to be
 * @param triples how rows are trained
 */
@Tag("scoring")
public record JarScoring(
    @Setting("Name of a scoring function that a jar in libs brings.") @NotEmpty String function,
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
    return TripleScorings.named(function);
  }

  /** Of a function that is not here, the cluster says so. */
  @Override
  public Optional<String> halves() {
    return TripleScorings.find(function)
        .filter(TripleScoring::complex)
        .map(scoring -> "complex numbers, which function: %s has".formatted(function));
  }
}
