// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import io.graphember.partition.EdgeBatches;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;

/**
 * The second phase of {@link TwoPhaseStreaming}. An edge whose ends are in clusters of one
 * partition goes there as long as that has room. These edges are known before any other is placed,
 * by a pass of its own, so that an edge between clusters finds the replicas that they make:
 *
 * <pre>
 * g(u, p)  = 1 + (1 - d(u) / (d(u) + d(v))) if p holds u, otherwise 0
 * c(u, p)  = vol(u) / (vol(u) + vol(v)) if p has the cluster of u, otherwise 0
 * score(p) = g(u, p) + g(v, p) + c(u, p) + c(v, p) + lambda (max E - E_p) / (1 + max E - min E)
 * </pre>
 *
 * <p>Of partitions with the same score the one with fewer edges, then the first that is looked at.
 * An edge that finds no room in any that is looked at goes to the one with the fewest edges.
 */
final class ClusterPlacement implements EdgePlacement {
  private final VertexReplicas sets;
  private final VertexClusters clusters;
  private final int[] partitionOf; // of the cluster of each vertex
  private final long[] edges; // E_p; of inner edges those that there will be
  private final long[] inner; // of each partition, that came so far
  private final long most;
  private final TwoPhaseStreaming.Options options;
  // Of the edge that is placed:
  private double balance; // lambda / (1 + max E - min E)
  private double theta; // d(u) / (d(u) + d(v))
  private double share; // vol(u) / (vol(u) + vol(v))
  private int best; // partition so far, -1 for none
  private double highest; // its score

  /**
   * A placement.
   *
   * @param sets empty
   * @param most edges of a partition
   */
  ClusterPlacement(
      VertexReplicas sets,
      VertexClusters clusters,
      int partitions,
      long most,
      TwoPhaseStreaming.Options options) {
    this.sets = sets;
    this.clusters = clusters;
    this.most = most;
    this.options = options;
    partitionOf = clusters.dealt(partitions);
    edges = new long[partitions];
    inner = new long[partitions];
  }

  /** Counts the edges within partitions, and their replicas. */
  void placeInner(EdgeStream stream, PartitioningRequest request) {
    EdgeBatches.read(
        stream,
        request,
        "inner",
        (sources, destinations, count) -> {
          for (int i = 0; i < count; i++) {
            final int partition = partitionOf[sources[i]];
            if (partition == partitionOf[destinations[i]] && edges[partition] < most) {
              edges[partition]++;
              sets.add(sources[i], partition);
              sets.add(destinations[i], partition);
            }
          }
        });
  }

  @Override
  public int place(int source, int destination) {
    final int ofSource = partitionOf[source];
    final int ofDestination = partitionOf[destination];
    if (ofSource == ofDestination && inner[ofSource] < most) {
      inner[ofSource]++; // the same ones as before: they come in the same order
      return ofSource;
    }
    theta =
        (double) clusters.degrees[source]
            / (clusters.degrees[source] + (double) clusters.degrees[destination]);
    share =
        (double) clusters.volume(source)
            / (clusters.volume(source) + (double) clusters.volume(destination));
    best = -1;
    if (options.variant() == TwoPhaseStreaming.Variant.LINEAR) {
      offer(ofSource, source, destination);
      offer(ofDestination, source, destination);
    } else {
      balance = balance();
      for (int p = 0; p < edges.length; p++) {
        offer(p, source, destination);
      }
    }
    final int partition = best < 0 ? fewest() : best;
    edges[partition]++;
    sets.add(source, partition);
    sets.add(destination, partition);
    return partition;
  }

  /** Keeps a partition if it has room and is better than the best so far. */
  private void offer(int partition, int source, int destination) {
    if (edges[partition] >= most) {
      return;
    }
    final double score = score(partition, source, destination);
    if (best < 0 || score > highest || (score == highest && edges[partition] < edges[best])) {
      best = partition;
      highest = score;
    }
  }

  private double score(int partition, int source, int destination) {
    return (2 - theta) * sets.holds(source, partition)
        + (1 + theta) * sets.holds(destination, partition)
        + (partitionOf[source] == partition ? share : 0)
        + (partitionOf[destination] == partition ? 1 - share : 0)
        - balance * edges[partition];
  }

  private double balance() {
    long least = Long.MAX_VALUE;
    long highest = 0;
    for (long count : edges) {
      least = Math.min(least, count);
      highest = Math.max(highest, count);
    }
    return options.lambda() / (1 + highest - least);
  }

  private int fewest() {
    int fewest = 0;
    for (int p = 1; p < edges.length; p++) {
      fewest = edges[p] < edges[fewest] ? p : fewest;
    }
    return fewest;
  }
}
