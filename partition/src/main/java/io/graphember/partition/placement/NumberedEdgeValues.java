// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

/** What some edges carry, by number; only what the graph's edges have may be asked for. */
public interface NumberedEdgeValues {
  /** Weight of an edge. */
  float weight(int edge);

  /** Timestamp of an edge. */
  long time(int edge);

  /** Copies the feature row of an edge. */
  void readFeatures(int edge, float[] target, int offset);
}
