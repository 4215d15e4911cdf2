// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import java.util.Arrays;

/**
 * The vertices that a shard knows: those at home in it and those that its edges lead to. A shard
 * numbers them anew, from 0, in the order of their numbers in the graph; what it holds of vertices
 * it holds of these alone. Those at home here have rows as well, in the same order.
 *
 * <p>8 bytes a vertex, 4 for one at home here, and 1 for each 16. If there is one shard, it knows
 * all vertices by their numbers, and nothing is kept. Immutable.
 */
public final class LocalVertices {
  /** Most vertices of a graph. */
  public static final long MOST_VERTICES = 1L << 40;

  private final long[] starts; // [types + 1], first number of each type in the graph
  private final long[] numbers; // of each vertex in the graph; empty if there is one shard
  private final VertexHomes homes;
  private final int size;
  private final int[] ofRows; // vertex of each row; empty if there is one shard
  private final int[] before; // rows before each 64 vertices; empty if there is one shard

  /**
   * Vertices of a shard that is not alone.
   *
   * @param starts [types + 1] first number of each vertex type in the graph, and the end
   * @param numbers number of each vertex in the graph, ascending; not to be changed
   * @param homes home of each
   */
  public LocalVertices(long[] starts, long[] numbers, VertexHomes homes) {
    this(starts, numbers, homes, numbers.length);
  }

  private LocalVertices(long[] starts, long[] numbers, VertexHomes homes, int size) {
    this.starts = starts.clone();
    this.numbers = numbers;
    this.homes = homes;
    this.size = size;
    ofRows = new int[homes.alone() ? 0 : homes.count()];
    before = new int[homes.alone() ? 0 : (size + Long.SIZE - 1) / Long.SIZE];
    int row = 0;
    for (int i = 0; i < before.length; i++) {
      before[i] = row;
      for (long rest = homes.hereAmong(i); rest != 0; rest &= rest - 1) {
        ofRows[row++] = i * Long.SIZE + Long.numberOfTrailingZeros(rest);
      }
    }
  }

  /**
   * Other vertices of the same graph, in a shard that is not alone.
   *
   * @param othersNumbers number of each in the graph, ascending; not to be changed
   * @param othersHomes home of each
   */
  public LocalVertices others(long[] othersNumbers, VertexHomes othersHomes) {
    return new LocalVertices(starts, othersNumbers, othersHomes);
  }

  /**
   * All vertices of a graph that has one shard.
   *
   * @param counts vertices of each type
   */
  public static LocalVertices all(int... counts) {
    final long[] starts = new long[counts.length + 1];
    for (int type = 0; type < counts.length; type++) {
      starts[type + 1] = starts[type] + counts[type];
    }
    return new LocalVertices(
        starts, new long[0], VertexHomes.ALONE, Math.toIntExact(starts[counts.length]));
  }

  /**
   * Bytes of heap that the vertices of a shard take which is not alone, their homes too.
   *
   * @param own how many of them are at home there
   */
  public static long estimateBytes(long vertices, long own) {
    return 8 * vertices + 4 * own + vertices / 16 + 4 + VertexHomes.estimateBytes(vertices);
  }

  /** Number of vertices that the shard knows. */
  public int size() {
    return size;
  }

  /** Number of vertices of the graph. */
  public long total() {
    return starts[starts.length - 1];
  }

  /** Number of vertex types. */
  public int types() {
    return starts.length - 1;
  }

  /** First number of a vertex type in the graph; of the one behind the last {@link #total()}. */
  public long start(int type) {
    return starts[type];
  }

  /** Number of a vertex in the graph. */
  public long number(int vertex) {
    return homes.alone() ? vertex : numbers[vertex];
  }

  /** The vertex of a number in the graph, negative if the shard does not know it. O(log size). */
  public int find(long number) {
    return homes.alone() ? (int) number : Arrays.binarySearch(numbers, number);
  }

  /**
   * Row of the vertex of a number that another shard names.
   *
   * @throws io.graphember.spi.error.GraphemberException if it is not at home here
   */
  public int ownRow(long number) {
    final int vertex = number < 0 || number >= total() ? -1 : find(number);
    if (vertex < 0 || !homes.here(vertex)) {
      throw MessageReader.malformed("vertex %d is not at home here".formatted(number));
    }
    return row(vertex);
  }

  /** Where the vertices are at home. */
  public VertexHomes homes() {
    return homes;
  }

  /** How many are at home here. */
  public int rows() {
    return homes.alone() ? size : ofRows.length;
  }

  /** The vertex of a row. */
  public int vertex(int row) {
    return homes.alone() ? row : ofRows[row];
  }

  /** The row of a vertex that is at home here. O(1). */
  public int row(int vertex) {
    if (homes.alone()) {
      return vertex;
    }
    final long lower = homes.hereAmong(vertex / Long.SIZE) & ((1L << vertex) - 1);
    return before[vertex / Long.SIZE] + Long.bitCount(lower);
  }
}
