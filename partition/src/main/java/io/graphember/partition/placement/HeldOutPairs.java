// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.partition.staging.StagedPairs;
import io.graphember.partition.staging.VertexNumbering;

/**
 * Edges that are held out, in the partitions of their sources' masters. 8 bytes a pair beside them.
 * Immutable.
 */
public final class HeldOutPairs {
  private final StagedPairs pairs;
  private final ReplicaTable replicas;
  private final int[] starts; // [partitions + 1] into the order
  private final int[] order; // pairs by partition, then as they came

  /**
   * Sorts pairs by partition. O(pairs).
   *
   * @param replicas where the vertices are
   */
  public HeldOutPairs(StagedPairs pairs, ReplicaTable replicas) {
    this.pairs = pairs;
    this.replicas = replicas;
    starts = new int[replicas.partitions() + 1];
    order = new int[Math.toIntExact(pairs.size())];
    for (int i = 0; i < order.length; i++) {
      starts[Vid.partition(head(i)) + 1]++;
    }
    for (int p = 0; p < replicas.partitions(); p++) {
      starts[p + 1] += starts[p];
    }
    int[] next = starts.clone();
    for (int i = 0; i < order.length; i++) {
      order[next[Vid.partition(head(i))]++] = i;
    }
  }

  /** Bytes beside the pairs, and of the lists of one partition, if it has all of them. */
  public static long bytes(StagedPairs pairs) {
    return (4 + HeldOutLists.BYTES) * pairs.size();
  }

  private long head(int pair) {
    final VertexNumbering numbering = replicas.numbering();
    return replicas.vid(numbering.sourceStart(pairs.type(pair)) + pairs.source(pair));
  }

  /** Hears of pairs. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * A pair.
     *
     * @param head local number of its source's master
     * @param type number of its stored type
     * @param reversed true for the reverse of one that came
     * @param tail id of its destination
     */
    void pair(int head, int type, boolean reversed, long tail);
  }

  /** How many pairs a partition has. */
  public int count(int partition) {
    return starts[partition + 1] - starts[partition];
  }

  /** Tells of the pairs {@code from .. to - 1} of a partition. */
  public void forEach(int partition, int from, int to, Visitor visitor) {
    final VertexNumbering numbering = replicas.numbering();
    for (int i = starts[partition] + from; i < starts[partition] + to; i++) {
      final int pair = order[i];
      final int type = pairs.type(pair);
      visitor.pair(
          Vid.local(head(pair)),
          type,
          pairs.reversed(pair),
          replicas.vid(numbering.destinationStart(type) + pairs.destination(pair)));
    }
  }

  /** The lists of a partition. */
  public HeldOutLists lists(int partition) {
    HeldOutLists.Builder builder = new HeldOutLists.Builder(partition, replicas.masters(partition));
    for (int pass = 0; pass < 2; pass++) { // counts, then fills
      forEach(partition, 0, count(partition), builder::add);
      builder.endPass();
    }
    return builder.build();
  }
}
