// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.sampling.walk.WalkRule;
import java.util.Optional;

/** Vertices that are near have similar rows: pairs of them are drawn from walks or edges. */
public sealed interface PairMethod extends EmbeddingMethod permits DeepWalk, Node2vec, Line {
  /** How walks go; empty where pairs are the ends of edges. */
  Optional<WalkRule> walk();

  /** Vertices that an item of a batch names: those of a walk, or the ends of an edge. */
  int vertices();

  /** Most steps between the vertices of a pair. */
  int window();

  /** Frequency above which vertices are left out; 0 for none. */
  double subsample();

  /** What pairs are to keep near; of walks {@link Proximity#SECOND}. */
  Proximity proximity();

  /** Parts of an embedding that are trained each for itself. */
  default int objectives() {
    return proximity() == Proximity.BOTH ? 2 : 1;
  }

  @Override
  default Optional<String> halves() {
    return objectives() == 2 ? Optional.of("proximity: both") : Optional.empty();
  }

  @Override
  default long mostOfBatch(int batchSize, int negatives) {
    return (long) batchSize * vertices() * (1 + negatives);
  }

  @Override
  default long mostScores(int batchSize, int negatives) {
    return 0;
  }
}
