// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.sampling.walk.WalkRule;
import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.util.Optional;

/**
 * Walks that remember one step (Grover and Leskovec, KDD 2016): {@code embedding: {type:
 * node2vec}}.
 *
 * @param walks how walks go and which pairs they give
 * @param p return parameter
 * @param q in-out parameter
 */
@Tag("node2vec")
public record Node2vec(
    @Inlined WalkSettings walks,
    @Setting(
            value = "Return parameter: the larger, the less often a walk goes back.",
            byDefault = "1")
        @DecimalMin("0.01")
        @DecimalMax("100")
        double p,
    @Setting(value = "In-out parameter: the larger, the nearer a walk stays.", byDefault = "1")
        @DecimalMin("0.01")
        @DecimalMax("100")
        double q)
    implements PairMethod {
  @Override
  public Optional<WalkRule> walk() {
    return Optional.of(walks.rule().node2vec(p, q));
  }

  @Override
  public int vertices() {
    return walks.walkLength();
  }

  @Override
  public int window() {
    return walks.window();
  }

  @Override
  public double subsample() {
    return walks.subsample();
  }

  @Override
  public Proximity proximity() {
    return Proximity.SECOND;
  }
}
