// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.partition;

import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.Map;

/**
 * What a partitioner is asked for.
 *
 * @param partitions number of partitions P, at least 1
 * @param seed key of the random streams the partitioner may use; the same seed gives the same
 *     answer
 * @param options the partitioner's own options by name, as text; a partitioner refuses names and
 *     values it does not know
 * @param given where another tool has put edges or vertices; most partitioners pass over it
 * @param splits which vertices a job learns of; that of no vertex unless the partitioner
 *     {@linkplain Partitioner#readsSplits asks for them}
 * @param types of the vertices, for a partitioner that sees all edges at once
 * @param workers threads it may use; the answer does not depend on their number
 * @param progress hears how far it has come
 * @param cancellation looked at between batches of edges
 */
public record PartitioningRequest(
    int partitions,
    long seed,
    Map<String, String> options,
    GivenAssignment given,
    VertexSplits splits,
    VertexTypes types,
    Workers workers,
    PartitioningProgress progress,
    Cancellation cancellation) {
  /** Copies the options. */
  public PartitioningRequest {
    options = Map.copyOf(options);
  }

  /** A request about a graph of one type that no other tool has cut, and that has no split. */
  public PartitioningRequest(
      int partitions,
      long seed,
      Map<String, String> options,
      Workers workers,
      PartitioningProgress progress,
      Cancellation cancellation) {
    this(
        partitions,
        seed,
        options,
        GivenAssignment.EMPTY,
        VertexSplits.EMPTY,
        VertexTypes.ONE,
        workers,
        progress,
        cancellation);
  }

  /** The same request with other options. */
  public PartitioningRequest withOptions(Map<String, String> others) {
    return new PartitioningRequest(
        partitions, seed, others, given, splits, types, workers, progress, cancellation);
  }

  /** The same request with splits. */
  public PartitioningRequest with(VertexSplits others) {
    return new PartitioningRequest(
        partitions, seed, options, given, others, types, workers, progress, cancellation);
  }

  /** The same request about vertices of these types. */
  public PartitioningRequest with(VertexTypes others) {
    return new PartitioningRequest(
        partitions, seed, options, given, splits, others, workers, progress, cancellation);
  }
}
