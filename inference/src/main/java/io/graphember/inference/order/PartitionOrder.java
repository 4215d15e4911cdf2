// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import io.graphember.graph.store.PartitionTopology;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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

  private final int @Nullable [] positions; // null where position and local number are the same
  private final int @Nullable [] locals;

  private PartitionOrder(int @Nullable [] positions, int @Nullable [] locals) {
    this.positions = positions;
    this.locals = locals;
  }

  /** Orders a partition; O(V log V), 8 bytes a vertex, but for {@link VertexOrder#PDS}. */
  public static PartitionOrder of(VertexOrder order, PartitionTopology topology) {
    return order == VertexOrder.PDS ? PDS : byCommunity(topology);
  }

  private static PartitionOrder byCommunity(PartitionTopology topology) {
    final int vertices = topology.vertices();
    final int[] ranks = Communities.of(topology, MOST_OF_A_COMMUNITY);
    final int[] locals = new int[vertices];
    sort(ranks, 0, topology.masters(), locals);
    sort(ranks, topology.masters(), vertices, locals);
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
    };
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
