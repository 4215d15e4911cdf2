// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.cluster;

import io.graphember.graph.GraphError;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.PartitionClusters;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import io.graphember.sampling.op.Frontier;
import io.graphember.spi.batch.ClusterMethod;
import io.graphember.spi.error.GraphemberException;

/** Asks one partition for the clusters of its masters, or for the masters of its clusters. */
final class ClusterRequest implements PartitionRequest<ClusterRequest.Reply> {
  private final int partition;
  private final ClusterMethod method;
  private final int most;
  private final boolean members;
  private final int[] numbers;

  /**
   * A request.
   *
   * @param method how clusters are found
   * @param most vertices of a cluster
   * @param members true if the numbers are those of clusters, false if of masters
   */
  ClusterRequest(int partition, ClusterMethod method, int most, boolean members, int[] numbers) {
    this.partition = partition;
    this.method = method;
    this.most = most;
    this.members = members;
    this.numbers = numbers;
  }

  /** Clusters, one for each master; or masters, those of one cluster after the other. */
  static final class Reply implements PartitionReply {
    private final int[] numbers;

    Reply(int[] numbers) {
      this.numbers = numbers;
    }

    /** As many clusters as masters were asked for. */
    int[] clusters(int asked) {
      if (numbers.length != asked) {
        throw Frontier.mismatch(numbers.length + " of " + asked + " clusters");
      }
      return members();
    }

    /** Masters. */
    int[] members() {
      for (int number : numbers) {
        if (number < 0) {
          throw Frontier.mismatch("number " + number + " of a cluster or its member");
        }
      }
      return numbers;
    }

    @Override
    public long bytes() {
      return 4L * numbers.length;
    }
  }

  @Override
  public int partition() {
    return partition;
  }

  @Override
  public long bytes() {
    return 4L * numbers.length;
  }

  @Override
  public Reply answer(ResidentPartition asked) {
    if (most < 1) {
      throw new GraphemberException(
          SamplingError.SAMPLING_RULE, "A cluster has 1 vertex or more, not %d.".formatted(most));
    }
    PartitionClusters clusters = asked.clusters(method, most);
    final int count = members ? clusters.count() : asked.topology().masters();
    for (int number : numbers) {
      if (number < 0 || number >= count) {
        throw new GraphemberException(
            GraphError.REQUEST_OUT_OF_RANGE,
            "A request for clusters names %s %d, partition %d has %d."
                .formatted(members ? "cluster" : "master", number, partition, count));
      }
    }
    return new Reply(members ? members(clusters) : clusters(clusters));
  }

  private int[] clusters(PartitionClusters clusters) {
    int[] found = new int[numbers.length];
    for (int i = 0; i < found.length; i++) {
      found[i] = clusters.clusterOf(numbers[i]);
    }
    return found;
  }

  private int[] members(PartitionClusters clusters) {
    int[][] found = new int[numbers.length][];
    int size = 0;
    for (int i = 0; i < found.length; i++) {
      found[i] = clusters.members(numbers[i]);
      size += found[i].length;
    }
    int[] all = new int[size];
    int at = 0;
    for (int[] some : found) {
      System.arraycopy(some, 0, all, at, some.length);
      at += some.length;
    }
    return all;
  }
}
