// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.spi.model.DecoderSpec;

/** What scores pairs of vertices in link prediction, as a job file names it. */
public enum LinkDecoder {
  /** The dot product of the embeddings. */
  DOT,
  /** The same with a weight for each column and edge type, which is learned. */
  DISTMULT,
  /** A perceptron over both embeddings, which tells source and destination apart. */
  MLP;

  /**
   * The decoder of a model.
   *
   * @param hidden width of the hidden layer of {@link #MLP}
   * @param edgeTypes edge types of the graph: relations of {@link #DISTMULT}
   */
  public DecoderSpec spec(int hidden, int edgeTypes) {
    return switch (this) {
      case DOT -> DecoderSpec.DOT;
      case DISTMULT -> DecoderSpec.distMult(edgeTypes);
      case MLP -> DecoderSpec.mlp(hidden, 1);
    };
  }
}
