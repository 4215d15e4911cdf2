// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.consistency;

/** How trainers go together (Ho et al., NIPS 2013; ByteGNN, section 4). */
public enum Consistency {
  /** Bulk synchronous parallel: step by step together, the same bits on every run. */
  BSP,
  /** Stale synchronous parallel: each for itself, within a bound. */
  SSP,
  /** Asynchronous: each for itself, and nobody waits. */
  ASYNC
}
