// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import io.graphember.client.api.node.NodeInfo;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.drain.Unavailable;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The server nodes of the cluster with what runs on them. Safe for use by several threads. */
public final class NodeListing {
  /** All are asked at once: one that is frozen does not hold up the list for longer. */
  private static final long ANSWER_MILLIS = 3_000;

  private final Cluster cluster;
  private final NodeStates states;
  private final NodeCalls calls;

  @Inject
  NodeListing(Cluster cluster, NodeStates states, NodeCalls calls) {
    this.cluster = cluster;
    this.states = states;
    this.calls = calls;
  }

  /** All of them, the oldest first. */
  public List<NodeInfo> all() {
    final List<Node> servers = cluster.servers();
    final List<CompletableFuture<NodeInfo.@Nullable Load>> loads = new ArrayList<>();
    servers.forEach(node -> loads.add(load(node)));
    final List<NodeInfo> nodes = new ArrayList<>();
    for (int i = 0; i < servers.size(); i++) {
      nodes.add(info(servers.get(i), loads.get(i)));
    }
    return nodes;
  }

  private CompletableFuture<NodeInfo.@Nullable Load> load(Node node) {
    return calls
        .send(node.id(), NodeThreads.STORAGE_EXECUTOR, new WorkMessages.Ask())
        .<NodeInfo.@Nullable Load>thenApply(
            counts ->
                new NodeInfo.Load(
                    counts.version(),
                    counts.coordinated(),
                    counts.trainers(),
                    counts.partitions(),
                    counts.loads(),
                    counts.budgetBytes(),
                    counts.usedBytes(),
                    counts.jobBytes()))
        .completeOnTimeout(null, ANSWER_MILLIS, TimeUnit.MILLISECONDS);
  }

  private NodeInfo info(Node node, CompletableFuture<NodeInfo.@Nullable Load> load) {
    return new NodeInfo(
        node.name(),
        node.storage(),
        node.trainer(),
        node.processors(),
        node.clientPort(),
        states.of(node).map(Unavailable::text).orElse(""),
        answer(load));
  }

  private static NodeInfo.@Nullable Load answer(CompletableFuture<NodeInfo.@Nullable Load> load) {
    try {
      return load.join();
    } catch (CompletionException e) { // it has left meanwhile
      return null;
    }
  }
}
