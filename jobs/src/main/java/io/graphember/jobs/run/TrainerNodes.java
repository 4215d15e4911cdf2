// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The nodes that run trainers, those with the fewest first: jobs of one trainer each would
 * otherwise all be on one node. Which node a trainer is on changes none of its bits.
 */
final class TrainerNodes {
  private static final long REPLY_MILLIS = 10_000;

  private final NodeStates states;
  private final NodeCalls calls;

  TrainerNodes(NodeStates states, NodeCalls calls) {
    this.states = states;
    this.calls = calls;
  }

  /**
   * Nodes for so many trainers, one for each rank: each on the node that has the fewest by then,
   * the oldest of them.
   *
   * @throws GraphemberException with code {@link NodeError#TRAINER_MISSING} if no node runs
   *     trainers, {@link NodeError#NODE_DRAINED} if none of those takes new work
   */
  UUID[] place(int trainers, Cancellation cancellation) {
    Map<UUID, Integer> running = running(cancellation);
    UUID[] nodes = new UUID[trainers];
    for (int rank = 0; rank < trainers; rank++) {
      UUID least =
          Collections.min(running.entrySet(), Map.Entry.comparingByValue()).getKey(); // the first
      nodes[rank] = least;
      running.merge(least, 1, Integer::sum);
    }
    return nodes;
  }

  /** All nodes that run trainers and take new work, oldest first. */
  List<UUID> all() {
    List<UUID> able = states.open(Node::trainer).stream().map(Node::id).toList();
    if (able.isEmpty()) {
      throw new GraphemberException(
          NodeError.TRAINER_MISSING,
          "No node of the cluster runs trainers: start one with GraphemberConfiguration.trainer true.");
    }
    return able;
  }

  /** Trainers that run on each node, oldest node first; one that has left has none to offer. */
  private Map<UUID, Integer> running(Cancellation cancellation) {
    List<UUID> nodes = all();
    List<CompletableFuture<Integer>> asked = new ArrayList<>();
    for (UUID node : nodes) {
      asked.add(calls.send(node, NodeThreads.STORAGE_EXECUTOR, new NodeMessages.Trainers()));
    }
    Replies replies = new Replies(cancellation, REPLY_MILLIS);
    Map<UUID, Integer> running = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      running.put(
          nodes.get(i), replies.await(asked.get(i), "the trainers of node " + nodes.get(i)));
    }
    return running;
  }
}
