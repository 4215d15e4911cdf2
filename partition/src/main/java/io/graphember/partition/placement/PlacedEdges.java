// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import java.util.List;

/** The edges of a graph that is cut, by partition, wherever they lie. Used by one thread. */
public interface PlacedEdges {
  /** Edges of each partition. */
  long[] partitionEdges();

  /** The stored edge types. */
  List<EdgeType> types();

  /** What edges carry. */
  EdgeAttributes attributes();

  /** The edges of a partition, in arrays that are the caller's. */
  PartitionEdges partition(int partition);
}
