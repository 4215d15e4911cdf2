// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import java.util.Arrays;

/**
 * What is known of where the vertices of a graph lie, or those of one of its shards: the figures of
 * all shards are sums.
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

  /** The figures of the vertices of a table. O(V + R). */
  public static ReplicaFigures of(ReplicaTable table) {
    final int partitions = table.partitions();
    long[] vertices = new long[partitions];
    long[] replicas = new long[partitions];
    long[] masters = new long[partitions];
    long[] inDegrees = new long[Integer.SIZE];
    for (int row = 0; row < table.known().rows(); row++) {
      for (int partition : table.partitionsOf(row)) {
        vertices[partition]++;
        replicas[partition] += table.replicas(row);
      }
      masters[table.masterOf(row)]++;
      inDegrees[Integer.SIZE - Integer.numberOfLeadingZeros(table.inDegree(row))]++;
    }
    return new ReplicaFigures(
        table.connected(),
        table.partitionVertices(),
        vertices,
        replicas,
        masters,
        cropped(inDegrees));
  }

  private static long[] cropped(long[] counts) {
    int size = counts.length;
    while (size > 1 && counts[size - 1] == 0) {
      size--;
    }
    return Arrays.copyOf(counts, size);
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

  /** Those of the vertices of both. */
  public ReplicaFigures plus(ReplicaFigures other) {
    return new ReplicaFigures(
        connected + other.connected,
        sums(partitionVertices, other.partitionVertices),
        sums(vertices, other.vertices),
        sums(replicas, other.replicas),
        sums(masters, other.masters),
        sums(inDegrees, other.inDegrees));
  }

  private static long[] sums(long[] some, long[] others) {
    final long[] sums = Arrays.copyOf(some, Math.max(some.length, others.length));
    for (int i = 0; i < others.length; i++) {
      sums[i] += others[i];
    }
    return sums;
  }
}
