// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar;

/**
 * Which node computes which partition. Nodes are numbered from 0 and called hosts.
 *
 * @param hostOf host of each partition
 * @param self this node's number
 */
public record PartitionHosts(int[] hostOf, int self) {
  /** One node computes all partitions. */
  public static PartitionHosts alone(int partitions) {
    return new PartitionHosts(new int[partitions], 0);
  }

  /** Number of partitions. */
  public int partitions() {
    return hostOf.length;
  }

  /** True if this node computes the partition. */
  public boolean own(int partition) {
    return hostOf[partition] == self;
  }
}
