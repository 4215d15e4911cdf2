// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.result;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.lang.IgniteFuture;

/** Asks all server nodes how large caches are. Safe for use by several threads. */
public final class CacheBytes {
  private static final long REPLY_MILLIS = 10_000;

  private final Ignite ignite;
  private final String executor;

  /**
   * Sizes on a node's cluster.
   *
   * @param executor name of the pool that measures on each node
   */
  public CacheBytes(Ignite ignite, String executor) {
    this.ignite = ignite;
    this.executor = executor;
  }

  /**
   * Bytes of each cache on all nodes; those of a node that leaves or does not answer are left out.
   */
  public Map<String, Long> of(List<String> caches) {
    Map<String, Long> bytes = new HashMap<>();
    caches.forEach(cache -> bytes.put(cache, 0L));
    if (caches.isEmpty()) {
      return bytes;
    }
    List<IgniteFuture<long[]>> replies = new ArrayList<>();
    for (ClusterNode node : ignite.cluster().forServers().nodes()) {
      // To each by itself: what is sent to all is sent again to another where one leaves.
      replies.add(
          ignite
              .compute(ignite.cluster().forNode(node))
              .withNoFailover()
              .withExecutor(executor)
              .callAsync(new LocalBytes(caches)));
    }
    for (IgniteFuture<long[]> reply : replies) {
      add(bytes, caches, reply);
    }
    return bytes;
  }

  private void add(Map<String, Long> bytes, List<String> caches, IgniteFuture<long[]> reply) {
    try {
      long[] local = reply.get(REPLY_MILLIS);
      for (int i = 0; i < local.length; i++) {
        bytes.merge(caches.get(i), local[i], Long::sum);
      }
    } catch (IgniteException e) {
      ignite.log().warning("Sizes of results lack those of a node: " + e.getMessage());
    }
  }
}
