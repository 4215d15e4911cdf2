// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.auto;

/** What a graph is cut for: how the job that loads it learns. */
public enum Strategy {
  /** Nobody says, or the job does not train. */
  NONE,
  /** Seeds and the neighbours that are sampled around them. */
  MINI_BATCH,
  /** All of the graph in each step. */
  GLOBAL_BATCH,
  /** Some clusters in each step. */
  CLUSTER_BATCH,
  /** Other subgraphs in each step. */
  SUBGRAPHS,
  /** Embeddings without a model. */
  EMBEDDING
}
