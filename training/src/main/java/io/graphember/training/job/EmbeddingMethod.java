// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

/** Methods of embedding that a job file may name. */
public enum EmbeddingMethod {
  /** Uniform random walks (Perozzi et al., KDD 2014). */
  DEEPWALK,
  /** Walks that remember one step (Grover and Leskovec, KDD 2016). */
  NODE2VEC,
  /** Edges instead of walks (Tang et al., WWW 2015). */
  LINE
}
