// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import java.util.function.IntFunction;

/**
 * Why a graph cannot be cut as another tool says. Vertices are numbered through.
 *
 * @param source an end of an edge
 * @param destination its other end; the same vertex if a vertex is at fault
 * @param what is wrong, with {@code %s} where the edge or vertex is named
 */
public record AssignmentFault(int source, int destination, String what) {
  /** There is no row for an edge, or, if both ends are one, for a vertex. */
  static AssignmentFault missing(int source, int destination) {
    return new AssignmentFault(source, destination, "there is no row for %s");
  }

  /** Two rows differ. */
  static AssignmentFault contradiction(int source, int destination, int partition, int other) {
    return new AssignmentFault(
        source, destination, "%%s has partition %d and partition %d".formatted(partition, other));
  }

  /** A row names a partition that there is not. */
  static AssignmentFault outside(int source, int destination, int partition, int partitions) {
    return new AssignmentFault(
        source,
        destination,
        "%%s has partition %d, there are 0 to %d".formatted(partition, partitions - 1));
  }

  /**
   * The fault in words.
   *
   * @param keys key of a vertex, as text
   */
  public String text(IntFunction<String> keys) {
    return what.formatted(
        source == destination
            ? "vertex " + keys.apply(source)
            : "edge %s - %s".formatted(keys.apply(source), keys.apply(destination)));
  }
}
