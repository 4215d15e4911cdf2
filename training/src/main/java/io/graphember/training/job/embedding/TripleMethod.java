// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.spi.triple.TripleScoring;
import java.util.Optional;

/** Triples of a knowledge graph have higher scores than others. */
public sealed interface TripleMethod extends EmbeddingMethod
    permits TransE, DistMult, ComplEx, RotatE, JarScoring {
  /** How triples are scored. */
  TripleScoring scoring();

  /** How far apart the scores of what holds and of what does not are to be. */
  float margin();

  /** What all of them have. */
  TripleSettings triples();

  @Override
  default Optional<String> halves() {
    return scoring().complex()
        ? Optional.of("complex numbers, which type: %s has".formatted(type()))
        : Optional.empty();
  }

  @Override
  default long mostOfBatch(int batchSize, int negatives) {
    final int chunk = triples().chunkSize();
    return 2L * batchSize + 2L * ((batchSize + chunk - 1) / chunk) * negatives;
  }
}
