// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.partition;

import java.util.Map;

/**
 * Cuts the edge set of a graph into P partitions.
 *
 * <p>Found by {@link java.util.ServiceLoader} and chosen by {@link #name()}. An implementation is
 * stateless: {@link #partition} may be called by several threads at once, and its answer depends on
 * the edges and the request alone: if several nodes keep the edges, each of them calls it with a
 * stream of all, and keeps the answer for its own.
 */
public interface Partitioner {
  /** Name in the job file, for example {@code hash-2d}; lower case, unique. */
  String name();

  /** One line for the help text. */
  String description();

  /**
   * Refuses what {@link #partition} would refuse whatever the edges are; called before a graph is
   * read, which may take hours.
   *
   * @param partitions P
   * @param options the user's options by name
   * @throws io.graphember.spi.error.GraphemberException if it cannot make so many partitions, or an
   *     option is wrong
   */
  default void check(int partitions, Map<String, String> options) {}

  /**
   * Whether it looks at {@link PartitioningRequest#splits()}, which nodes send one another only if
   * it does.
   *
   * @param options the user's options by name, which {@link #check} has accepted
   */
  default boolean readsSplits(Map<String, String> options) {
    return false;
  }

  /**
   * Bytes of heap that {@link #partition} takes beside the edges themselves; taken from the node's
   * memory budget before the call.
   *
   * @param options the user's options by name, which {@link #check} has accepted
   */
  long estimateBytes(long vertices, long edges, int partitions, Map<String, String> options);

  /**
   * Assigns every edge to a partition.
   *
   * @throws io.graphember.spi.error.GraphemberException if the request cannot be met, or was
   *     cancelled
   */
  void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink);
}
