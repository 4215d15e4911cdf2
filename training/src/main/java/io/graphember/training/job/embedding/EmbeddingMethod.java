// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.sampling.walk.WalkRule;
import io.graphember.spi.setting.Tag;
import io.graphember.spi.setting.Tagged;
import java.util.Optional;

/** Where pairs of vertices come from. */
@Tagged(
    value = "Where pairs of vertices come from: deepwalk, node2vec, or line.",
    byDefault = "deepwalk")
public sealed interface EmbeddingMethod permits DeepWalk, Node2vec, Line {
  /** The method as a job file names it. */
  default String type() {
    return getClass().getAnnotation(Tag.class).value();
  }

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
}
