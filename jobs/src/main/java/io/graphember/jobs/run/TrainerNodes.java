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
import io.graphember.training.job.Trainers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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
  private final boolean begun;

  /**
   * Nodes for a job.
   *
   * @param begun true if it has run before: then it goes on also where no node takes new work
   */
  TrainerNodes(NodeStates states, NodeCalls calls, boolean begun) {
    this.begun = begun;
    this.states = states;
    this.calls = calls;
  }

  /**
   * Nodes for so many trainers: each on the node that has the fewest by then for what it carries,
   * the oldest of them.
   *
   * @throws GraphemberException with code {@link NodeError#TRAINER_MISSING} if no node runs
   *     trainers, {@link NodeError#NODE_DRAINED} if none of those takes new work
   */
  List<UUID> places(int trainers, Cancellation cancellation) {
    Map<Node, Integer> running = running(cancellation);
    List<UUID> places = new ArrayList<>();
    for (int i = 0; i < trainers; i++) {
      final Node least =
          Collections.min(
                  running.entrySet(),
                  Comparator.comparingDouble(node -> load(node.getKey(), node.getValue())))
              .getKey();
      places.add(least.id());
      running.merge(least, 1, Integer::sum);
    }
    return places;
  }

  /** How busy a node is with one trainer more. */
  private static double load(Node node, int running) {
    return (running + 1.0) / Trainers.onNode(node.processors());
  }

  /** All nodes that run trainers and take new work, oldest first. */
  List<Node> all() {
    List<Node> able = begun ? states.openToOld(Node::trainer) : states.open(Node::trainer);
    if (able.isEmpty()) {
      throw new GraphemberException(
          NodeError.TRAINER_MISSING,
          "No node of the cluster runs trainers: start one with GraphemberConfiguration.trainer true.");
    }
    return able;
  }

  /** Trainers that run on each node, oldest node first; one that has left has none to offer. */
  private Map<Node, Integer> running(Cancellation cancellation) {
    List<Node> nodes = all();
    List<CompletableFuture<Integer>> asked = new ArrayList<>();
    for (Node node : nodes) {
      asked.add(calls.send(node.id(), NodeThreads.STORAGE_EXECUTOR, new NodeMessages.Trainers()));
    }
    Replies replies = new Replies(cancellation, REPLY_MILLIS);
    Map<Node, Integer> running = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      running.put(
          nodes.get(i), replies.await(asked.get(i), "the trainers of node " + nodes.get(i).name()));
    }
    return running;
  }
}
