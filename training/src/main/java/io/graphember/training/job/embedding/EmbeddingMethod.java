// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.spi.setting.Tag;
import io.graphember.spi.setting.Tagged;
import java.util.Optional;

/** What rows are trained to say. */
@Tagged(
    value =
        "What rows are trained to say: which vertices are near, by deepwalk, node2vec or line; or"
            + " which triples of a knowledge graph hold, by transe, distmult, complex, rotate, or a"
            + " scoring function of a jar.",
    byDefault = "deepwalk")
public sealed interface EmbeddingMethod permits PairMethod, TripleMethod {
  /** The method as a job file names it. */
  default String type() {
    return getClass().getAnnotation(Tag.class).value();
  }

  /** The setting that makes a row two halves, so that its dimension must be even. */
  Optional<String> halves();

  /** Vertices that a batch of one trainer names, at most. */
  long mostOfBatch(int batchSize, int negatives);

  /** Scores of triples and negatives that a trainer holds at once, at most; 0 without triples. */
  long mostScores(int batchSize, int negatives);
}
