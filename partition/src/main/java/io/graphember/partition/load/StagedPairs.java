// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.memory.IntColumn;

/**
 * The edges of a graph that are held out, as they came; ends are numbered within their vertex type.
 * With symmetrising the reverse of each is there as well. Used by one thread at a time.
 */
final class StagedPairs {
  /** Of one: both ends and its type. */
  static final long BYTES = 12;

  private final IntColumn types = new IntColumn(); // twice the stored type, 1 more for a reverse
  private final IntColumn sources = new IntColumn();
  private final IntColumn destinations = new IntColumn();
  private long reverses;

  /**
   * Appends an edge.
   *
   * @param type number of its stored type
   * @param made true if it is the reverse of one that came
   */
  void add(int type, boolean made, int source, int destination) {
    types.add(2 * type + (made ? 1 : 0));
    sources.add(source);
    destinations.add(destination);
    reverses += made ? 1 : 0;
  }

  /** How many there are, reverses included. */
  long size() {
    return types.size();
  }

  /** How many came. */
  long came() {
    return size() - reverses;
  }

  /** Bytes of heap taken. */
  long bytes() {
    return size() == 0 ? 0 : BYTES * size() + 3 * IntColumn.CHUNK_BYTES;
  }

  /** Bytes that {@link #byPartition} takes. */
  long listBytes() {
    return HeldOutLists.BYTES * size();
  }

  /**
   * The lists of each partition: a pair lies where the master of its source is. O(pairs + V).
   *
   * @param replicas where the vertices are
   */
  HeldOutLists[] byPartition(ReplicaTable replicas) {
    HeldOutLists.Builder[] builders = new HeldOutLists.Builder[replicas.partitions()];
    for (int p = 0; p < builders.length; p++) {
      builders[p] = new HeldOutLists.Builder(p, replicas.masters(p));
    }
    final VertexNumbering numbering = replicas.numbering();
    for (int pass = 0; pass < 2; pass++) { // counts, then fills
      for (long i = 0; i < size(); i++) {
        final int type = types.get(i) >> 1;
        final long head = replicas.vid(numbering.sourceStart(type) + sources.get(i));
        final long tail = replicas.vid(numbering.destinationStart(type) + destinations.get(i));
        builders[Vid.partition(head)].add(Vid.local(head), type, (types.get(i) & 1) != 0, tail);
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
