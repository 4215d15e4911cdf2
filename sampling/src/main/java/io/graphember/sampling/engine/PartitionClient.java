// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A trainer's way to the topology of the partitions: a port, implemented over Ignite by the plugin
 * and in one JVM by tests.
 *
 * <p>Partitions lie on hosts, numbered from 0 within one placement. One call is one request to one
 * host for all of its partitions. Safe for use by several threads; a call returns at once.
 */
public interface PartitionClient {
  /** Number of partitions P. */
  int partitions();

  /** Number of hosts. */
  int hosts();

  /** The host that owns a partition. */
  int host(int partition);

  /** Says where in-edges of masters lie; replies in the order of the requests. */
  CompletableFuture<List<VertexTable>> locate(int host, List<LocateRequest> requests);

  /** Gathers neighbours; replies in the order of the requests. */
  CompletableFuture<List<GatherReply>> gather(int host, List<GatherRequest> requests);
}
