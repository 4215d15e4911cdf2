// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What a training step is to learn.
 *
 * @param pairs pairs of seeds whose scores are the outputs; empty if the outputs are the seeds' own
 * @param loss what is minimised, summed over rows or groups
 * @param scale the loss that is differentiated is {@code scale * sum}; {@code 1 / rows} for the
 *     mean over one batch, {@code 1 / all rows} when several trainers share a step
 */
public record Targets(Optional<SeedPairs> pairs, Loss loss, float scale) {
  /** Classes of the seeds, {@code int32[seeds]}. */
  public static Targets classes(ByteBuffer labels, float scale) {
    return ofSeeds(new Loss.Classes(labels, null), scale);
  }

  /** A loss of the seeds' outputs. */
  public static Targets ofSeeds(Loss loss, float scale) {
    return new Targets(Optional.empty(), loss, scale);
  }

  /** A loss of the scores of pairs. */
  public static Targets ofPairs(SeedPairs pairs, Loss loss, float scale) {
    return new Targets(Optional.of(pairs), loss, scale);
  }

  /** Rows of outputs: pairs, or seeds of the batch. */
  public int rows(MiniBatch batch) {
    return pairs.map(SeedPairs::count).orElse(batch.seeds());
  }
}
