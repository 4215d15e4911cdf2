// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

/** The vertices of a graph that is cut, by partition, wherever they lie. Used by one thread. */
@FunctionalInterface
public interface PlacedVertices {
  /** Those of a partition. */
  PartitionVertices partition(int partition);
}
