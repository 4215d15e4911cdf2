// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.id.Vid;
import io.graphember.memory.IntArray;
import io.graphember.sampling.engine.Exchange;
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
    final int partitions = client.partitions();
    IntArray[] masters = new IntArray[partitions];
    IntArray[] targets = new IntArray[partitions];
    for (int i = 0; i < vids.length; i++) {
      final int p = Vid.partition(vids[i]);
      if (masters[p] == null) {
        masters[p] = new IntArray(64);
        targets[p] = new IntArray(64);
      }
      masters[p].add(Vid.local(vids[i]));
      targets[p].add(i);
    }
    DegreeRequest.Reply[] found =
        Exchange.run(
            client.hosts(),
            client::host,
            partitions,
            p -> masters[p] == null ? null : new DegreeRequest(p, masters[p].toArray()),
            client::ask,
            () -> {},
            DegreeRequest.Reply[]::new,
            reply -> replies.await(reply, "degrees of vertices"));
    int[] degrees = new int[vids.length];
    for (int p = 0; p < partitions; p++) {
      if (found[p] != null) {
        final int[] here = found[p].degrees(targets[p].size);
        for (int i = 0; i < here.length; i++) {
          degrees[targets[p].values[i]] = here[i];
        }
      }
    }
    return degrees;
  }
}
