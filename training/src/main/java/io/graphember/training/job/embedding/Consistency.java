// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

/** How trainers of embeddings go together. */
public enum Consistency {
  /** Each for itself, without locks: fast, and never the same bits twice. */
  HOGWILD,
  /** Step by step together: the same bits on every run and any number of nodes. */
  BSP
}
