// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

/** What keeps rows of triples small. */
public enum Regularizer {
  /** Sum of the squares. */
  L2,
  /** Sum of the cubes of the moduli (Lacroix et al., ICML 2018, section 4). */
  N3
}
