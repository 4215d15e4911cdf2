// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.rows;

import io.graphember.graph.GraphError;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.RowMatrix;
import io.graphember.spi.error.GraphemberException;
import org.jspecify.annotations.Nullable;

/**
 * Asks one partition to add up rows: for each of several sums those that belong to it, in the order
 * in which they are added. Rows are named by their numbers, or as in-neighbours, by position in the
 * lists of vertices.
 */
public final class SumRequest {
  private static final int MAX_ROWS = (1 << 29) - 1;

  /** Count that asks for a whole list. */
  public static final int ALL = -1;

  private final int partition;
  private final int @Nullable []
      vertices; // whose lists are read; null where rows are named themselves
  private final int[] counts;
  private final int[] named; // rows, or positions
  private final float @Nullable [] weights;

  private SumRequest(
      int partition,
      int @Nullable [] vertices,
      int[] counts,
      int[] named,
      float @Nullable [] weights) {
    this.partition = partition;
    this.vertices = vertices;
    this.counts = counts;
    this.named = named;
    this.weights = weights;
  }

  /**
   * Sums of rows.
   *
   * @param partition partition that has the rows
   * @param counts rows of each sum, one or more
   * @param rows row indexes, those of the first sum first
   * @param weights factor of each row; null for 1
   */
  public static SumRequest ofRows(
      int partition, int[] counts, int[] rows, float @Nullable [] weights) {
    return new SumRequest(partition, null, counts, rows, weights);
  }

  /**
   * Sums of the rows of in-neighbours, of a partition that has the rows of its mirrors too.
   *
   * @param partition partition that has the edges
   * @param vertices local number of the vertex of each sum
   * @param counts positions of each sum, one or more, or {@link #ALL} for its whole list
   * @param positions positions in the vertices' local lists, those of the first sum first
   * @param weights factor of each edge, also of whole lists; null for 1
   */
  public static SumRequest ofNeighbors(
      int partition, int[] vertices, int[] counts, int[] positions, float @Nullable [] weights) {
    return new SumRequest(partition, vertices, counts, positions, weights);
  }

  /** Partition that is asked. */
  public int partition() {
    return partition;
  }

  /** Number of sums. */
  public int sums() {
    return counts.length;
  }

  /**
   * Number of rows that are added up, if the request fits.
   *
   * @param topology edges of the partition
   */
  public long rows(PartitionTopology topology) {
    long rows = 0;
    for (int i = 0; i < counts.length; i++) {
      rows += length(topology, i);
    }
    return rows;
  }

  private int length(PartitionTopology topology, int sum) {
    return counts[sum] == ALL && vertices != null
        ? topology.in().lists().degree(vertices[sum])
        : counts[sum];
  }

  /** Bytes of the arrays. */
  public long bytes() {
    long values = (long) counts.length + named.length;
    values += vertices == null ? 0 : vertices.length;
    values += weights == null ? 0 : weights.length;
    return 4 * values;
  }

  /**
   * Adds the rows up. A request may come off the wire: nothing in it is believed.
   *
   * @param topology edges of the partition
   * @param matrix rows of the partition
   * @return {@code float[sums() * dim]}, row-major
   * @throws GraphemberException with code {@link GraphError#REQUEST_OUT_OF_RANGE}
   */
  public float[] answer(PartitionTopology topology, RowMatrix matrix) {
    final int[] lengths = vertices == null ? counts : lengths(topology, vertices);
    requireSums(lengths, vertices == null ? named.length : MAX_ROWS);
    final int[] rows = vertices == null ? named : neighbors(topology, vertices, lengths);
    requireRows(matrix, rows);
    final int dim = matrix.dim();
    float[] sums = new float[Math.multiplyExact(counts.length, dim)];
    int from = 0;
    for (int i = 0; i < counts.length; i++) {
      matrix.sum(rows, weights, from, from + lengths[i], sums, i * dim);
      from += lengths[i];
    }
    return sums;
  }

  /** Rows of each sum, whole lists counted. */
  private int[] lengths(PartitionTopology topology, int[] vertices) {
    if (counts.length != vertices.length) {
      throw wrong("%d vertices for %d sums".formatted(vertices.length, counts.length));
    }
    int[] lengths = new int[counts.length];
    for (int i = 0; i < lengths.length; i++) {
      if (vertices[i] < 0 || vertices[i] >= topology.vertices()) {
        throw wrong(
            "vertex %d, partition %d has %d"
                .formatted(vertices[i], partition, topology.vertices()));
      }
      lengths[i] = length(topology, i);
    }
    return lengths;
  }

  /** Local numbers of the neighbours of all sums. */
  private int[] neighbors(PartitionTopology topology, int[] vertices, int[] lengths) {
    int total = 0;
    int drawn = 0;
    for (int i = 0; i < lengths.length; i++) {
      total += lengths[i];
      drawn += counts[i] == ALL ? 0 : lengths[i];
    }
    if (drawn != named.length) {
      throw wrong("%d positions instead of %d".formatted(named.length, drawn));
    }
    int[] places = new int[total];
    int at = 0;
    int next = 0;
    for (int i = 0; i < lengths.length; i++) {
      final int degree = topology.in().lists().degree(vertices[i]);
      for (int j = 0; j < lengths[i]; j++) {
        final int position = counts[i] == ALL ? j : named[next++];
        if (position < 0 || position >= degree) {
          throw wrong("position %d of degree %d".formatted(position, degree));
        }
        places[at++] = position;
      }
    }
    topology.in().lists().gather(vertices, lengths, lengths.length, places);
    return places;
  }

  /** Checks how many rows there are. */
  private void requireSums(int[] lengths, int most) {
    long all = 0;
    for (int length : lengths) {
      if (length < 1) {
        throw wrong("a sum of %d rows".formatted(length));
      }
      all += length;
    }
    final boolean rightLength = vertices == null ? all == most : all <= most;
    if (!rightLength || weights != null && weights.length != all) {
      throw wrong(
          "%d rows for sums of %d, with %s weights"
              .formatted(named.length, all, weights == null ? "no" : weights.length));
    }
  }

  private void requireRows(RowMatrix matrix, int[] rows) {
    for (int row : rows) {
      if (row < 0 || row >= matrix.rows()) {
        throw wrong("row %d, partition %d has %d rows".formatted(row, partition, matrix.rows()));
      }
    }
  }

  private static GraphemberException wrong(String what) {
    return new GraphemberException(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request for sums of rows does not fit its partition: %s.".formatted(what));
  }
}
