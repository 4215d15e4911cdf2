// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.schema.EdgeAttributes;

/** The edges of a graph that is cut, by partition, wherever they lie. Used by one thread. */
public interface PlacedEdges {
  /** Edges of each partition. */
  long[] partitionEdges();

  /** What edges carry. */
  EdgeAttributes attributes();

  /** The edges of a partition, in arrays that are the caller's. */
  PartitionEdges partition(int partition);
}
