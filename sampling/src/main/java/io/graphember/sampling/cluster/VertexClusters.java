// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.cluster;

import io.graphember.graph.id.Vid;
import io.graphember.memory.array.LongArray;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.ByPartition;
import io.graphember.spi.batch.ClusterMethod;

/**
 * Clusters of vertices, each within a partition: one request to each host for many vertices. Safe
 * for use by several threads.
 *
 * @param client way to the partitions
 * @param replies how replies are waited for
 * @param method how partitions find them
 */
public record VertexClusters(PartitionClient client, Replies replies, ClusterMethod method) {
  /**
   * The clusters of some vertices.
   *
   * @param most vertices of a cluster, 1 or more
   * @return a number for each
   * @throws io.graphember.spi.error.GraphemberException cancelled, or what a storage node failed
   *     with
   */
  public long[] of(long[] vids, int most) {
    long[] clusters = new long[vids.length];
    new ByPartition(vids, client.partitions())
        .ask(
            client,
            replies,
            (partition, masters) -> new ClusterRequest(partition, method, most, false, masters),
            ClusterRequest.Reply[]::new,
            "clusters of vertices",
            (partition, places, count, reply) -> {
              final int[] here = reply.clusters(count);
              for (int i = 0; i < count; i++) {
                clusters[places[i]] = Vid.of(partition, here[i]);
              }
            });
    return clusters;
  }

  /**
   * The vertices of some clusters.
   *
   * @param clusters numbers that {@link #of} has given for that size
   * @return ids, by partition
   * @throws io.graphember.spi.error.GraphemberException as {@link #of}
   */
  public long[] members(long[] clusters, int most) {
    LongArray members = new LongArray(64);
    new ByPartition(clusters, client.partitions())
        .ask(
            client,
            replies,
            (partition, numbers) -> new ClusterRequest(partition, method, most, true, numbers),
            ClusterRequest.Reply[]::new,
            "vertices of clusters",
            (partition, places, count, reply) -> {
              for (int master : reply.members()) {
                members.add(Vid.of(partition, master));
              }
            });
    return members.toArray();
  }
}
