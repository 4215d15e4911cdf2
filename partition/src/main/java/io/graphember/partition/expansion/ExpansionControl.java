// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

/** Decides how fast each partition expands in a round. */
interface ExpansionControl {
  /**
   * Looks at the sizes before a round.
   *
   * @param vertices V_p
   * @param edges E_p
   */
  void beforeRound(long[] vertices, long[] edges);

  /** Expansion factor lambda_p: the share of its boundary that a partition expands. */
  double factor(int partition);

  /** Edges that a partition may still take; one without room does not expand. */
  long room(int partition);
}
