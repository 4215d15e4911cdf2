// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

/** What LINE keeps near to each other (Tang et al., WWW 2015, section 4.1). */
public enum Proximity {
  /** Neighbours. */
  FIRST,
  /** Vertices with the same neighbours. */
  SECOND,
  /** Half of an embedding is of the first order, half of the second. */
  BOTH
}
