// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A trainer's way to the topology of the partitions: a port, implemented over Ignite by the plugin
 * and in one JVM by tests.
 *
 * <p>Partitions lie on hosts, numbered from 0 within one placement. Those in the trainer's own
 * process are read where they lie. Safe for use by several threads; a call returns at once.
 */
public interface PartitionClient {
  /** Number of partitions P. */
  int partitions();

  /** Number of hosts. */
  int hosts();

  /** The host that owns a partition. */
  int host(int partition);

  /** A partition that lies in this process; empty for one that has to be asked. */
  Optional<ResidentPartition> resident(int partition);

  /** True if nobody has to be asked: all partitions lie in this process. */
  default boolean whole() {
    for (int p = 0; p < partitions(); p++) {
      if (resident(p).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /**
   * The lists of all partitions, joined; empty if these do not all lie in this process, or have no
   * room to be joined.
   *
   * @param in true for in-edges
   */
  default Optional<JoinedLists> joined(boolean in) {
    return Optional.empty();
  }

  /** One request to one host for several of its partitions; replies in the order asked. */
  <R extends PartitionReply> CompletableFuture<List<R>> ask(
      int host, List<? extends PartitionRequest<R>> requests);
}
