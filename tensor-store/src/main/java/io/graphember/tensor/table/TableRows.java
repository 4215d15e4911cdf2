// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

/** Which rows a table has, and in which partition each is. */
public sealed interface TableRows {
  /**
   * Rows of a partition.
   *
   * @param partition its number, {@code 0 .. partitions - 1}
   * @param partitions how many there are
   * @param vertices vertices that the partition has
   */
  int in(int partition, int partitions, int vertices);

  /**
   * Rows of all partitions.
   *
   * @param vertices vertices of all of them
   */
  long all(long vertices);

  /** A row for each vertex, where the vertex is. */
  record OfVertices() implements TableRows {
    @Override
    public int in(int partition, int partitions, int vertices) {
      return vertices;
    }

    @Override
    public long all(long vertices) {
      return vertices;
    }
  }

  /**
   * Rows with numbers of their own, dealt to partitions in turn.
   *
   * @param count how many
   */
  record Numbered(int count) implements TableRows {
    @Override
    public int in(int partition, int partitions, int vertices) {
      return (count - partition + partitions - 1) / partitions;
    }

    @Override
    public long all(long vertices) {
      return count;
    }

    /** The partition that has a row. */
    public static int partition(int number, int partitions) {
      return number % partitions;
    }

    /** Number of a row in its partition. */
    public static int row(int number, int partitions) {
      return number / partitions;
    }
  }
}
