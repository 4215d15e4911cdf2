// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

import io.graphember.spi.model.DecoderSpec;

/** What scores pairs of vertices in link prediction, as a job file names it. */
public enum LinkDecoder {
  /** The dot product of the embeddings. */
  DOT,
  /** The same with a weight for each column and edge type, which is learned. */
  DISTMULT,
  /** The real part of a product of complex numbers, with one for each column and edge type. */
  COMPLEX,
  /** A perceptron over both embeddings, which tells source and destination apart. */
  MLP;

  /**
   * The decoder of a model.
   *
   * @param hidden width of the hidden layer of {@link #MLP}
   * @param edgeTypes edge types of the graph: relations of {@link #DISTMULT} and {@link #COMPLEX}
   */
  public DecoderSpec spec(int hidden, int edgeTypes) {
    return switch (this) {
      case DOT -> DecoderSpec.DOT;
      case DISTMULT -> DecoderSpec.distMult(edgeTypes);
      case COMPLEX -> DecoderSpec.complex(edgeTypes);
      case MLP -> DecoderSpec.mlp(hidden, 1);
    };
  }
}
