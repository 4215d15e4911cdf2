// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import java.util.Arrays;

/**
 * What is known of where the vertices of a graph lie.
 *
 * @param connected vertices with at least one edge
 * @param partitionVertices vertices with edges in each partition
 * @param vertices vertices in each partition, masters without edges too
 * @param replicas replicas, in all partitions, of the vertices in each partition
 * @param masters masters of each partition
 * @param inDegrees number of vertices with in-degree 0, 1, 2 to 3, 4 to 7 and so on
 */
public record ReplicaFigures(
    long connected,
    long[] partitionVertices,
    long[] vertices,
    long[] replicas,
    long[] masters,
    long[] inDegrees) {

  /** The figures of a table. O(V + R). */
  public static ReplicaFigures of(ReplicaTable table) {
    final int partitions = table.partitions();
    long[] vertices = new long[partitions];
    long[] replicas = new long[partitions];
    long[] masters = new long[partitions];
    Arrays.setAll(vertices, table::vertices);
    Arrays.setAll(replicas, table::replicasIn);
    Arrays.setAll(masters, table::masters);
    return new ReplicaFigures(
        table.connected(),
        table.partitionVertices(),
        vertices,
        replicas,
        masters,
        inDegrees(table));
  }

  private static long[] inDegrees(ReplicaTable table) {
    long[] counts = new long[Integer.SIZE];
    int most = 0;
    for (int v = 0; v < table.numbering().vertices(); v++) {
      final int bits = Integer.SIZE - Integer.numberOfLeadingZeros(table.inDegree(v));
      counts[bits]++;
      most = Math.max(most, bits);
    }
    return Arrays.copyOf(counts, most + 1);
  }

  /** Number of partitions. */
  public int partitions() {
    return masters.length;
  }

  /** Appends the numbers in their order; those of partitions with P, in-degrees with their size. */
  public void writeTo(MessageWriter out) {
    out.number(connected);
    out.number(partitions());
    for (long[] ofPartitions : new long[][] {partitionVertices, vertices, replicas, masters}) {
      for (long number : ofPartitions) {
        out.number(number);
      }
    }
    out.number(inDegrees.length);
    for (long number : inDegrees) {
      out.number(number);
    }
  }

  /**
   * Reads {@link #writeTo}.
   *
   * @param partitions number of partitions
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.graph.GraphError#SHARD_MALFORMED}
   */
  public static ReplicaFigures read(MessageReader in, int partitions) {
    return new ReplicaFigures(
        in.size(),
        numbers(in, in.count(partitions)),
        numbers(in, partitions),
        numbers(in, partitions),
        numbers(in, partitions),
        numbers(in, in.count()));
  }

  private static long[] numbers(MessageReader in, int count) {
    long[] numbers = new long[count];
    Arrays.setAll(numbers, i -> in.size());
    return numbers;
  }

  /** True if others are the same. */
  public boolean same(ReplicaFigures other) {
    return connected == other.connected
        && Arrays.equals(partitionVertices, other.partitionVertices)
        && Arrays.equals(vertices, other.vertices)
        && Arrays.equals(replicas, other.replicas)
        && Arrays.equals(masters, other.masters)
        && Arrays.equals(inDegrees, other.inDegrees);
  }
}
