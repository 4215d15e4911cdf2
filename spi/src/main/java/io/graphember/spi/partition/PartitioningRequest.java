// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.partition;

import io.graphember.spi.Cancellation;
import java.util.Map;

/**
 * What a partitioner is asked for.
 *
 * @param partitions number of partitions P, at least 1
 * @param seed key of the random streams the partitioner may use; the same seed gives the same
 *     answer
 * @param options the partitioner's own options by name, as text; a partitioner refuses names and
 *     values it does not know
 * @param cancellation looked at between batches of edges
 */
public record PartitioningRequest(
    int partitions, long seed, Map<String, String> options, Cancellation cancellation) {
  /** Copies the options. */
  public PartitioningRequest {
    options = Map.copyOf(options);
  }
}
