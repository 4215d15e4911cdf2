// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import java.util.function.IntToLongFunction;

/**
 * Why a graph cannot be cut as another tool says. Vertices are numbered through: only the node that
 * takes the load can name their keys.
 *
 * @param source an end of an edge
 * @param destination its other end; the same vertex if a vertex is at fault
 * @param partition where it is said to be; {@link #NO_ROW} if nothing is said
 * @param other where it is said to be as well
 */
public record AssignmentFault(long source, long destination, int partition, int other) {
  /** Stands for the partition of what no row is about. */
  static final int NO_ROW = -1;

  /** There is no row for an edge, or, if both ends are one, for a vertex. */
  static AssignmentFault missing(long source, long destination) {
    return new AssignmentFault(source, destination, NO_ROW, NO_ROW);
  }

  /**
   * The same of vertices that have other numbers.
   *
   * @param numbers these
   */
  public AssignmentFault renumbered(IntToLongFunction numbers) {
    return new AssignmentFault(
        numbers.applyAsLong((int) source),
        numbers.applyAsLong((int) destination),
        partition,
        other);
  }

  boolean missing() {
    return partition == NO_ROW;
  }

  /** Writes both ends and both partitions, each of these plus 1. */
  public void writeTo(MessageWriter out) {
    out.number(source);
    out.number(destination);
    out.number(partition + 1L);
    out.number(other + 1L);
  }

  /** Reads what {@link #writeTo} wrote. */
  public static AssignmentFault read(MessageReader in, long vertices, int partitions) {
    return new AssignmentFault(
        in.place(vertices),
        in.place(vertices),
        in.index(partitions + 1L) - 1,
        in.index(partitions + 1L) - 1);
  }
}
