// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.sampling.walk.WalkRule;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.NotNull;
import java.util.Optional;

/**
 * Edges instead of walks (Tang et al., WWW 2015): {@code embedding: {type: line}}.
 *
 * @param proximity what is kept near
 */
@Tag("line")
public record Line(
    @Setting(
            value =
                "What is kept near: first neighbours, second vertices with the same neighbours, or"
                    + " both, each in half of the embedding.",
            byDefault = "both")
        @NotNull
        Proximity proximity)
    implements PairMethod {
  @Override
  public Optional<WalkRule> walk() {
    return Optional.empty();
  }

  @Override
  public int vertices() {
    return 2;
  }

  @Override
  public int window() {
    return 1;
  }

  @Override
  public double subsample() {
    return 0;
  }
}
