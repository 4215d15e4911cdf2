// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

/**
 * The vertices that are at home in a shard, by row: in order of their numbers. If there is one
 * shard, a row is the number of its vertex and nothing is kept; else 4 bytes a row, and 1 for each
 * 16 vertices. Immutable.
 */
public final class HomeRows {
  private final VertexHomes homes;
  private final int[] vertices; // of each row; empty if there is one shard
  private final int[] before; // rows before each 64 vertices; empty if there is one shard
  private final int count;

  /**
   * The rows of a shard.
   *
   * @param total vertices of all shards
   */
  public HomeRows(VertexHomes homes, int total) {
    this.homes = homes;
    count = homes.alone() ? total : homes.count();
    vertices = new int[homes.alone() ? 0 : count];
    before = new int[homes.alone() ? 0 : (total + Long.SIZE - 1) / Long.SIZE];
    int row = 0;
    for (int i = 0; i < before.length; i++) {
      before[i] = row;
      for (long rest = homes.hereAmong(i); rest != 0; rest &= rest - 1) {
        vertices[row++] = i * Long.SIZE + Long.numberOfTrailingZeros(rest);
      }
    }
  }

  /** Bytes of heap that the rows of a shard take which is not alone. */
  public static long estimateBytes(long vertices, long own) {
    return 4 * own + vertices / 16 + 4;
  }

  /** Bytes of heap taken. */
  public long bytes() {
    return 4L * vertices.length + 4L * before.length;
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** The vertex of a row. */
  public int vertex(int row) {
    return vertices.length == 0 ? row : vertices[row];
  }

  /** The row of a vertex that is at home here. O(1). */
  public int row(int vertex) {
    if (before.length == 0) {
      return vertex;
    }
    final long lower = homes.hereAmong(vertex / Long.SIZE) & ((1L << vertex) - 1);
    return before[vertex / Long.SIZE] + Long.bitCount(lower);
  }

  /** Where the vertices are at home. */
  public VertexHomes homes() {
    return homes;
  }
}
