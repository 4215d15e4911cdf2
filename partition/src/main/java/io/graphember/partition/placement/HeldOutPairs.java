// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.partition.staging.StagedPairs;
import io.graphember.partition.staging.VertexNumbering;

/** Edges that are held out, in the partitions of their sources' masters. */
public final class HeldOutPairs {
  private HeldOutPairs() {}

  /** Bytes that the lists of {@code pairs} take. */
  public static long bytes(StagedPairs pairs) {
    return HeldOutLists.BYTES * pairs.size();
  }

  /**
   * The lists of each partition: a pair lies where the master of its source is. O(pairs + V).
   *
   * @param replicas where the vertices are
   */
  public static HeldOutLists[] byPartition(StagedPairs pairs, ReplicaTable replicas) {
    HeldOutLists.Builder[] builders = new HeldOutLists.Builder[replicas.partitions()];
    for (int p = 0; p < builders.length; p++) {
      builders[p] = new HeldOutLists.Builder(p, replicas.masters(p));
    }
    final VertexNumbering numbering = replicas.numbering();
    for (int pass = 0; pass < 2; pass++) { // counts, then fills
      for (long i = 0; i < pairs.size(); i++) {
        final int type = pairs.type(i);
        final long head = replicas.vid(numbering.sourceStart(type) + pairs.source(i));
        final long tail = replicas.vid(numbering.destinationStart(type) + pairs.destination(i));
        builders[Vid.partition(head)].add(Vid.local(head), type, pairs.reversed(i), tail);
      }
      for (HeldOutLists.Builder builder : builders) {
        builder.endPass();
      }
    }
    HeldOutLists[] lists = new HeldOutLists[builders.length];
    for (int p = 0; p < lists.length; p++) {
      lists[p] = builders[p].build();
    }
    return lists;
  }
}
