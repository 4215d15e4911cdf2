// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.graph.delta.ChangedMasters;
import io.graphember.partition.base.StoredPartition;
import io.graphember.partition.staging.BaseVersion;
import java.util.List;
import java.util.Optional;

/**
 * What small additions know of the version that they are added to.
 *
 * @param version the version
 * @param masters of the partitions that stay as they are stored: all that are added to, in
 *     ascending order of partition
 * @param changed masters that the version has changed already, by partition; empty lists of those
 *     of which it has changed none
 * @param added what had been added before, the last partition; empty if nothing had
 * @param sparse whether features are stored without zeros, by vertex type
 * @param known says which edges are there, if duplicates are dropped
 */
public record DeltaBase(
    BaseVersion version,
    List<SealedMasters> masters,
    List<ChangedMasters> changed,
    Optional<StoredPartition> added,
    List<Boolean> sparse,
    KnownEdges known) {

  /** Number of the partition of what is added. */
  int partition() {
    return version.keptPartitions();
  }
}
