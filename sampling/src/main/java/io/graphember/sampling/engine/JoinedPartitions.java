// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.PartitionTopology;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * The lists of partitions that all lie in one process, joined for each direction when the first
 * sampler asks. Safe for use by several threads.
 */
public final class JoinedPartitions {
  private final List<PartitionTopology> partitions;
  private final LongPredicate memory;
  private final Side in = new Side();
  private final Side out = new Side();

  private static final class Side {
    private boolean asked;
    private Optional<JoinedLists> lists = Optional.empty();
  }

  /**
   * Partitions to be joined.
   *
   * @param partitions all of the graph, in ascending order
   * @param memory takes so many bytes for as long as this is used, if there is room for them
   */
  public JoinedPartitions(List<PartitionTopology> partitions, LongPredicate memory) {
    this.partitions = List.copyOf(partitions);
    this.memory = memory;
  }

  /**
   * The lists of a direction; empty if they cannot be joined, or there is no room for it.
   *
   * @param ofIn true for in-edges
   */
  public synchronized Optional<JoinedLists> lists(boolean ofIn) {
    final Side side = ofIn ? in : out;
    if (!side.asked) {
      side.asked = true;
      side.lists =
          JoinedLists.bytes(partitions)
              .filter(memory::test)
              .map(bytes -> JoinedLists.of(partitions, ofIn));
    }
    return side.lists;
  }
}
