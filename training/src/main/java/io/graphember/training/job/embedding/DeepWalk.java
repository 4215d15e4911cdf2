// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.sampling.walk.WalkRule;
import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Tag;
import java.util.Optional;

/**
 * Uniform random walks (Perozzi et al., KDD 2014): {@code embedding: {type: deepwalk}}.
 *
 * @param walks how walks go and which pairs they give
 */
@Tag("deepwalk")
public record DeepWalk(@Inlined WalkSettings walks) implements PairMethod {
  @Override
  public Optional<WalkRule> walk() {
    return Optional.of(walks.rule());
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
