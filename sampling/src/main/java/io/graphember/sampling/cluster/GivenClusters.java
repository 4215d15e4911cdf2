// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.cluster;

import io.graphember.graph.id.Vid;
import io.graphember.memory.array.LongArray;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Exchange;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.op.ByPartition;
import io.graphember.schema.VertexAttributes;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;

/**
 * Clusters that came with the graph, each of which may lie in many partitions: a cluster has the
 * number that the source gives it, 0 or more; a vertex that has none is alone in one of a negative
 * number, {@code ~vid}. One request to each host for many vertices. Safe for use by several
 * threads.
 *
 * @param client way to the partitions
 * @param replies how replies are waited for
 */
public record GivenClusters(PartitionClient client, Replies replies) {
  /**
   * The clusters of some vertices.
   *
   * @return a number for each
   * @throws GraphemberException with code {@link SamplingError#VERTEX_COLUMN_MISSING}, cancelled,
   *     or what a storage node failed with
   */
  public long[] of(long[] vids) {
    long[] clusters = new long[vids.length];
    new ByPartition(vids, client.partitions())
        .ask(
            client,
            replies,
            (partition, masters) -> new GivenClusterRequest(partition, masters, new long[0]),
            GivenClusterRequest.Reply[]::new,
            "clusters of vertices",
            (partition, places, count, reply) -> {
              final long[] here = reply.clusters(count);
              for (int i = 0; i < count; i++) {
                clusters[places[i]] =
                    here[i] == VertexAttributes.UNKNOWN ? ~vids[places[i]] : here[i];
              }
            });
    return clusters;
  }

  /**
   * The vertices of some clusters.
   *
   * @param clusters numbers that {@link #of} has given, each once
   * @param most vertices of a cluster
   * @return ids, by partition, those that are alone behind
   * @throws GraphemberException as {@link #of}, or with code {@link SamplingError#BATCH_TOO_LARGE}
   *     if a cluster is larger
   */
  public long[] members(long[] clusters, int most) {
    final long[] named = Arrays.stream(clusters).filter(cluster -> cluster >= 0).toArray();
    final long[] sizes = new long[named.length];
    LongArray members = new LongArray(64);
    if (named.length > 0) {
      final GivenClusterRequest.Reply[] found = ask(named);
      for (int p = 0; p < found.length; p++) {
        final int[] counts = found[p].counts(named.length);
        for (int c = 0; c < counts.length; c++) {
          sizes[c] += counts[c];
        }
        for (int master : found[p].masters()) {
          members.add(Vid.of(p, master));
        }
      }
    }
    for (int c = 0; c < sizes.length; c++) {
      if (sizes[c] > most) {
        throw new GraphemberException(
            SamplingError.BATCH_TOO_LARGE,
            "Cluster %d has %d vertices, training.batch.clusterSize allows %d: raise it, or give smaller clusters."
                .formatted(named[c], sizes[c], most));
      }
    }
    for (long cluster : clusters) {
      if (cluster < 0) {
        members.add(~cluster);
      }
    }
    return members.toArray();
  }

  private GivenClusterRequest.Reply[] ask(long[] named) {
    return Exchange.run(
        client.hosts(),
        client::host,
        client.partitions(),
        p -> new GivenClusterRequest(p, new int[0], named),
        client::ask,
        () -> {},
        GivenClusterRequest.Reply[]::new,
        reply -> replies.await(reply, "vertices of clusters"));
  }
}
