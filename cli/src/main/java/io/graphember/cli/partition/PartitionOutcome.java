// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.partition;

import io.graphember.partition.load.PartitionTrial;
import java.util.Map;
import java.util.Set;

/**
 * What came of a run.
 *
 * @param partitioner what has cut
 * @param threads threads that have cut
 * @param summary the cut
 * @param seconds time of each phase, and of {@code total}
 * @param peakBytes most bytes that were planned for at once: keys, edges and what the partitioner
 *     and its measuring took
 */
public record PartitionOutcome(
    NamedPartitioner partitioner,
    int threads,
    PartitionTrial.Summary summary,
    Map<String, Double> seconds,
    long peakBytes) {
  private static final Set<String> AROUND = Set.of("read", "sort", "measure", "write", "total");
  private static final long GOOD_PARTITION_EDGES = 1_000_000;
  private static final int MOST_SUGGESTED = 64;
  private static final int VERTEX_BYTES = 40;
  private static final int EDGE_BYTES = 6;

  /** Time of the cut alone: without reading, sorting, measuring and writing. */
  public double cutSeconds() {
    return seconds.entrySet().stream()
        .filter(phase -> !AROUND.contains(phase.getKey()))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /** Bytes planned for by the edge. */
  public double peakBytesPerEdge() {
    return (double) peakBytes / summary.edges();
  }

  /** Vertices with edges that only one partition has, as a share. */
  public double interiorShare() {
    long interior = 0;
    for (PartitionTrial.Partition partition : summary.partitions()) {
      interior += partition.interior();
    }
    return (double) interior / Math.max(1, summary.connected());
  }

  /** Masters of the partition with the most over those of the one with the fewest. */
  public double masterBalance() {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (PartitionTrial.Partition partition : summary.partitions()) {
      least = Math.min(least, partition.masters());
      most = Math.max(most, partition.masters());
    }
    return (double) most / least;
  }

  /**
   * Memory that a partition's topology takes while a job runs, about: without features, with each
   * edge in both directions.
   */
  public long topologyBytes(int partition) {
    PartitionTrial.Partition part = summary.partitions()[partition];
    return VERTEX_BYTES * (part.vertices() + part.masters()) + 2 * EDGE_BYTES * part.edges();
  }

  /** A number of partitions with a million edges each or more, a power of two, 2 to 64. */
  public int suggestedPartitions() {
    long whole = Math.max(2, Math.min(MOST_SUGGESTED, summary.edges() / GOOD_PARTITION_EDGES));
    return (int) Long.highestOneBit(whole);
  }
}
