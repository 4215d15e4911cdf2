// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.Replies;

/**
 * Looks up how many edges vertices have in the whole graph, in both directions together: one
 * request to each host. Safe for use by several threads.
 *
 * @param client way to the partitions
 * @param replies how replies are waited for
 */
public record VertexDegrees(PartitionClient client, Replies replies) {
  /**
   * The degrees of vertices.
   *
   * @param vids ids, each best named once
   * @return degree of each
   */
  public int[] of(long[] vids) {
    int[] degrees = new int[vids.length];
    new ByPartition(vids, client.partitions())
        .ask(
            client,
            replies,
            DegreeRequest::new,
            DegreeRequest.Reply[]::new,
            "degrees of vertices",
            (partition, places, count, reply) -> {
              final int[] here = reply.degrees(count);
              for (int i = 0; i < count; i++) {
                degrees[places[i]] = here[i];
              }
            });
    return degrees;
  }
}
