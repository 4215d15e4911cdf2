// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.cluster;

import io.graphember.graph.GraphError;
import io.graphember.sampling.engine.PartitionClusters;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.op.Frontier;
import io.graphember.spi.error.GraphemberException;

/**
 * Asks one partition for the clusters of its masters that came with the graph, or for the masters
 * that it has of some of these.
 */
final class GivenClusterRequest implements PartitionRequest<GivenClusterRequest.Reply> {
  private final int partition;
  private final int[] masters; // to name the clusters of; empty to name masters
  private final long[] clusters; // to name the masters of

  /**
   * A request.
   *
   * @param masters whose clusters are asked for; none to ask for masters
   * @param clusters whose masters are asked for, each once
   */
  GivenClusterRequest(int partition, int[] masters, long[] clusters) {
    this.partition = partition;
    this.masters = masters;
    this.clusters = clusters;
  }

  /** Clusters, one for each master; or how many masters each cluster has, and these. */
  static final class Reply implements PartitionReply {
    private final long[] clusters;
    private final int[] counts;
    private final int[] masters;

    Reply(long[] clusters, int[] counts, int[] masters) {
      this.clusters = clusters;
      this.counts = counts;
      this.masters = masters;
    }

    /** As many clusters as masters were asked for, see {@link PartitionClusters#nameOf}. */
    long[] clusters(int asked) {
      if (clusters.length != asked) {
        throw Frontier.mismatch(clusters.length + " of " + asked + " clusters");
      }
      return clusters;
    }

    /** Masters of as many clusters as were asked for. */
    int[] counts(int asked) {
      long sum = 0;
      for (int count : counts) {
        sum += count < 0 ? Long.MIN_VALUE : count;
      }
      if (counts.length != asked || sum != masters.length) {
        throw Frontier.mismatch(
            "%d counts of %d clusters of %d vertices"
                .formatted(counts.length, asked, masters.length));
      }
      return counts;
    }

    /** Those of one cluster after the other. */
    int[] masters() {
      for (int master : masters) {
        if (master < 0) {
          throw Frontier.mismatch("member " + master + " of a cluster");
        }
      }
      return masters;
    }

    @Override
    public long bytes() {
      return 8L * clusters.length + 4L * (counts.length + masters.length);
    }
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public long bytes() {
    return 4L * masters.length + 8L * clusters.length;
  }

  @Override
  public Reply answer(ResidentPartition asked) {
    final int count = asked.topology().masters();
    for (int master : masters) {
      if (master < 0 || master >= count) {
        throw new GraphemberException(
            GraphError.REQUEST_OUT_OF_RANGE,
            "A request for clusters names master %d, partition %d has %d."
                .formatted(master, partition, count));
      }
    }
    PartitionClusters given = asked.givenClusters();
    long[] names = new long[masters.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = given.nameOf(masters[i]);
    }
    int[][] members = new int[clusters.length][];
    int[] counts = new int[clusters.length];
    int size = 0;
    for (int i = 0; i < counts.length; i++) {
      final int cluster = given.named(clusters[i]);
      members[i] = cluster < 0 ? new int[0] : given.members(cluster);
      counts[i] = members[i].length;
      size += counts[i];
    }
    int[] all = new int[size];
    int at = 0;
    for (int[] some : members) {
      System.arraycopy(some, 0, all, at, some.length);
      at += some.length;
    }
    return new Reply(names, counts, all);
  }
}
