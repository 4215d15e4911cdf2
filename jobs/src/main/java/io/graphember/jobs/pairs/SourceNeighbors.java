// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.inference.pairs.KnownPairs;
import io.graphember.memory.MemoryBudget;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The pairs that the source of a graph has an edge of: those that are sampled and those that are
 * held out. Used by one thread.
 */
final class SourceNeighbors implements KnownPairs {
  private final KnownPairs sampled;
  private final StoredHeldOutEdges heldOut;
  private final int edgeType;
  private final MemoryBudget.Reservation memory;
  private int partition = -1; // whose lists are here
  private @Nullable HeldOutLists lists;

  /**
   * Known pairs.
   *
   * @param sampled pairs of the edges that are sampled
   * @param edgeType type of the edges; negative for any
   * @param memory what lists of one partition are taken from
   */
  SourceNeighbors(
      KnownPairs sampled,
      StoredHeldOutEdges heldOut,
      int edgeType,
      MemoryBudget.Reservation memory) {
    this.sampled = sampled;
    this.heldOut = heldOut;
    this.edgeType = edgeType;
    this.memory = memory;
  }

  @Override
  public long[][] tails(long[] heads, int count) {
    long[][] tails = sampled.tails(heads, count);
    for (int i = 0; i < count; i++) {
      long[] more = lists(Vid.partition(heads[i])).tails(Vid.local(heads[i]), edgeType);
      if (more.length > 0) {
        tails[i] =
            LongStream.concat(Arrays.stream(tails[i]), Arrays.stream(more)).sorted().toArray();
      }
    }
    return tails;
  }

  private HeldOutLists lists(int of) {
    HeldOutLists here = lists;
    if (here == null || of != partition) {
      here = heldOut.of(of, memory);
      lists = here;
      partition = of;
    }
    return here;
  }
}
