// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * The order of the rows of one partition: a position for each local vertex. Masters have the
 * positions {@code 0 .. masters - 1}, in which they are visited; mirrors those behind. Immutable;
 * safe for any thread.
 */
public final class PartitionOrder {
  /** Positions are local numbers: {@link VertexOrder#PDS}. */
  public static final PartitionOrder PDS = new PartitionOrder(null, null);

  /** Vertices of a community: so few that a graph without any is not one. */
  static final int MOST_OF_A_COMMUNITY = 1 << 14;

  private final int[] positions; // null where position and local number are the same
  private final int[] locals;

  private PartitionOrder(int[] positions, int[] locals) {
    this.positions = positions;
    this.locals = locals;
  }

  /**
   * Orders a partition; O(V log V), 8 bytes a vertex, but for {@link VertexOrder#PDS}.
   *
   * @param partition its number
   * @param keys a number for each vid whose order is that of the users' keys
   */
  public static PartitionOrder of(
      VertexOrder order, int partition, PartitionTopology topology, LongUnaryOperator keys) {
    if (order == VertexOrder.PDS) {
      return PDS;
    }
    final int vertices = topology.vertices();
    final int[] ranks = ranks(order, partition, topology, keys);
    final int[] locals = new int[vertices];
    sort(ranks, 0, topology.masters(), locals);
    for (int from = topology.masters(); from < vertices; ) {
      final int to =
          order == VertexOrder.PARTITION ? endOfPartition(partition, topology, from) : vertices;
      sort(ranks, from, to, locals);
      from = to;
    }
    final int[] positions = new int[vertices];
    for (int position = 0; position < vertices; position++) {
      positions[locals[position]] = position;
    }
    return new PartitionOrder(positions, locals);
  }

  /** Bytes that {@link #of} takes of a partition, with what it sorts. */
  public static long estimateBytes(VertexOrder order, int vertices) {
    return switch (order) {
      case PDS -> 0;
      case COMMUNITY -> 28L * vertices + Communities.estimateBytes(vertices);
      case NATURAL, DEGREE, PARTITION -> 28L * vertices;
    };
  }

  private static int[] ranks(
      VertexOrder order, int partition, PartitionTopology topology, LongUnaryOperator keys) {
    return switch (order) {
      case DEGREE -> {
        final int[] ranks = new int[topology.vertices()];
        Arrays.setAll(ranks, local -> -topology.inDegree(local));
        yield ranks;
      }
      case COMMUNITY -> Communities.of(topology, MOST_OF_A_COMMUNITY);
      case NATURAL, PARTITION, PDS -> ranksByKey(partition, topology, keys);
    };
  }

  private static int[] ranksByKey(
      int partition, PartitionTopology topology, LongUnaryOperator keys) {
    final int[] ranks = new int[topology.vertices()];
    final long[] values = new long[ranks.length];
    Arrays.setAll(values, local -> keys.applyAsLong(topology.vid(partition, local)));
    final long[] sorted = values.clone();
    Arrays.sort(sorted);
    Arrays.setAll(ranks, local -> Arrays.binarySearch(sorted, values[local]));
    return ranks;
  }

  /** Mirrors are sorted by vid, so those of one partition follow each other. */
  private static int endOfPartition(int partition, PartitionTopology topology, int from) {
    final int of = Vid.partition(topology.vid(partition, from));
    int to = from + 1;
    while (to < topology.vertices() && Vid.partition(topology.vid(partition, to)) == of) {
      to++;
    }
    return to;
  }

  /** Puts the local numbers {@code from .. to - 1} by their ranks, equal ones by number. */
  private static void sort(int[] ranks, int from, int to, int[] locals) {
    final long[] sorted = new long[to - from];
    Arrays.setAll(sorted, i -> (long) ranks[from + i] << Integer.SIZE | from + i);
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      locals[from + i] = (int) sorted[i];
    }
  }

  /** True if position and local number are the same. */
  public boolean byLocal() {
    return positions == null;
  }

  /** The local number of the vertex at a position. */
  public int local(int position) {
    return locals == null ? position : locals[position];
  }

  /** The position of a local vertex. */
  public int position(int local) {
    return positions == null ? local : positions[local];
  }

  /** Replaces local numbers by positions. */
  public void toPositions(int[] vertices, int from, int to) {
    for (int i = from; positions != null && i < to; i++) {
      vertices[i] = positions[vertices[i]];
    }
  }
}
