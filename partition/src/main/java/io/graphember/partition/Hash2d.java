// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.graph.GraphError;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Map;

/**
 * 2D-grid vertex cut (GraphTheta, section 5.3): partitions form a grid of R rows and C columns, R *
 * C = P and R &lt;= C as near to each other as P allows; a hash of one end chooses the row, a hash
 * of the other the column. A vertex has at most R + C - 1 replicas.
 *
 * <p>Departure: the ends are taken in ascending order, so that {@code (u, v)} and {@code (v, u)} of
 * a symmetrised graph meet in one partition, which lowers the replication factor and keeps the
 * bound.
 *
 * <p>O(E) time, no memory of its own.
 */
public final class Hash2d implements EdgewisePartitioner {
  /** For the service loader. */
  public Hash2d() {}

  @Override
  public String name() {
    return "hash-2d";
  }

  @Override
  public String description() {
    return "grid by hash of both ends, at most R + C - 1 replicas of a vertex for P = R * C";
  }

  @Override
  public void check(int partitions, Map<String, String> options) {
    options.forEach(
        (name, value) -> {
          throw new GraphemberException(
              GraphError.PARTITIONER_OPTION,
              "graph.partitionerOptions.%s = %s: hash-2d has no options.".formatted(name, value));
        });
  }

  @Override
  public long estimateBytes(
      long vertices, long edges, int partitions, Map<String, String> options) {
    return 0;
  }

  @Override
  public void partition(
      EdgeStream edges, Numbers numbers, PartitioningRequest request, AssignmentSink sink) {
    check(request.partitions(), request.options());
    final int rows = gridRows(request.partitions());
    final int columns = request.partitions() / rows;
    final long rowKey = CounterRandom.child(request.seed(), 0);
    final long columnKey = CounterRandom.child(request.seed(), 1);
    EdgeBatches.assign(
        edges,
        request,
        sink,
        (sources, destinations, assigned, count) -> {
          for (int i = 0; i < count; i++) {
            long low = numbers.of(Math.min(sources[i], destinations[i]));
            long high = numbers.of(Math.max(sources[i], destinations[i]));
            int row = CounterRandom.bounded(CounterRandom.bits(rowKey, low), rows);
            int column = CounterRandom.bounded(CounterRandom.bits(columnKey, high), columns);
            assigned[i] = row * columns + column;
          }
        });
  }

  /** The largest divisor of P that is at most its square root. */
  static int gridRows(int partitions) {
    int rows = (int) Math.sqrt(partitions);
    while (partitions % rows != 0) {
      rows--;
    }
    return rows;
  }
}
