// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import io.graphember.jobs.transport.NodeCall;
import io.graphember.jobs.transport.NodeCalls;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Calls by method call, in a thread of the node that is called. */
record LocalCalls(LocalCluster cluster, UUID self) implements NodeCalls {
  @Override
  public boolean alive(UUID node) {
    return find(node).isPresent();
  }

  private Optional<LocalNode> find(UUID node) {
    return cluster.nodes().stream().filter(other -> other.self().id().equals(node)).findFirst();
  }

  @Override
  public <R> CompletableFuture<R> send(UUID node, String executor, NodeCall<R> call) {
    if (!cluster.alive(self)) {
      return CompletableFuture.failedFuture(NodeCalls.lost(self, null));
    }
    return find(node)
        .map(target -> target.take(executor, call))
        .orElseGet(() -> CompletableFuture.failedFuture(NodeCalls.lost(node, null)));
  }
}
