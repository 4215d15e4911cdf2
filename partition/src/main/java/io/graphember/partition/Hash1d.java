// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.graph.GraphError;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Map;
import java.util.Set;

/**
 * 1D-edge partition (GraphTheta, section 5.3): the partition of an edge is a hash of its source,
 * or, with option {@code by: destination}, of its destination. All out-edges (in-edges) of a vertex
 * lie together.
 *
 * <p>O(E) time, no memory of its own.
 */
public final class Hash1d implements EdgewisePartitioner {
  private static final String BY = "by";

  /** For the service loader. */
  public Hash1d() {}

  @Override
  public String name() {
    return "hash-1d";
  }

  @Override
  public String description() {
    return "hash of an edge's source (option by: destination), keeps a vertex's edges together";
  }

  @Override
  public void check(int partitions, Map<String, String> options) {
    byDestination(options);
  }

  @Override
  public long estimateBytes(
      long vertices, long edges, int partitions, Map<String, String> options) {
    return 0;
  }

  @Override
  public void partition(
      EdgeStream edges, Numbers numbers, PartitioningRequest request, AssignmentSink sink) {
    final boolean byDestination = byDestination(request.options());
    final int partitions = request.partitions();
    final long seed = request.seed();
    EdgeBatches.assign(
        edges,
        request,
        sink,
        (sources, destinations, assigned, count) -> {
          int[] ends = byDestination ? destinations : sources;
          for (int i = 0; i < count; i++) {
            assigned[i] =
                CounterRandom.bounded(CounterRandom.bits(seed, numbers.of(ends[i])), partitions);
          }
        });
  }

  private static boolean byDestination(Map<String, String> options) {
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (!option.getKey().equals(BY)
          || !Set.of("source", "destination").contains(option.getValue())) {
        throw new GraphemberException(
            GraphError.PARTITIONER_OPTION,
            "graph.partitionerOptions.%s = %s: hash-1d knows one option, by: source | destination."
                .formatted(option.getKey(), option.getValue()));
      }
    }
    return "destination".equals(options.get(BY));
  }
}
