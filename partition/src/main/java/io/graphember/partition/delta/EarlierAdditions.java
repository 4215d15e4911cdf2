// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.graph.delta.ChangedMasters;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.partition.base.StoredPartition;
import io.graphember.partition.staging.BaseVersion;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What earlier additions have made of a version: the partition of what they added, and what they
 * changed of the others. It is added once more, together with what comes. O(earlier additions).
 */
public final class EarlierAdditions {
  private final BaseVersion version;
  private final List<ChangedMasters> changed = new ArrayList<>();
  private final Optional<StoredPartition> added;
  private final int[][] locals;

  /**
   * Reads what they have changed.
   *
   * @param blocks gives the block of a key, or null
   */
  public EarlierAdditions(
      BaseVersion version, LongFunction<byte @Nullable []> blocks, Cancellation cancellation) {
    this.version = version;
    final int kept = version.keptPartitions();
    added =
        version.partitions() == kept
            ? Optional.empty()
            : Optional.of(new StoredPartition(version, kept, bytes -> {}, blocks, cancellation));
    final BitSet[] touched = new BitSet[kept];
    for (int p = 0; p < kept; p++) {
      touched[p] = new BitSet();
      changed.add(
          added.isEmpty()
              ? ChangedMasters.NONE
              : new StoredPartition(version, p, bytes -> {}, blocks, cancellation).changed());
      for (int master : changed.get(p).masters()) {
        touched[p].set(master);
      }
    }
    if (added.isPresent()) {
      final PartitionTopology topology = added.get().topology();
      for (int local = topology.masters(); local < topology.vertices(); local++) {
        final long vid = topology.vid(kept, local);
        touched[Vid.partition(vid)].set(Vid.local(vid));
      }
    }
    locals = new int[kept][];
    for (int p = 0; p < kept; p++) {
      locals[p] = touched[p].stream().toArray();
    }
  }

  /** Local numbers of masters, by partition that stays, which they have touched. */
  public int[][] locals() {
    return locals;
  }

  /**
   * The version as additions know it.
   *
   * @param masters of the partitions that stay, as they are stored: those of {@link #locals} and
   *     those that come again or get edges; ascending by partition
   * @param sparse whether features are stored without zeros, by vertex type
   * @param known says which edges are there, if duplicates are dropped
   */
  public DeltaBase base(List<SealedMasters> masters, List<Boolean> sparse, KnownEdges known) {
    return new DeltaBase(version, masters, changed, added, sparse, known);
  }
}
