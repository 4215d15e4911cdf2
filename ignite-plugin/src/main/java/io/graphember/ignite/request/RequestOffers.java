// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import jakarta.inject.Inject;
import java.util.UUID;

/** Tells nodes to take requests up, or to stop; nobody waits for them. Safe for several threads. */
final class RequestOffers {
  private final NodeStates states;
  private final NodeCalls calls;

  @Inject
  RequestOffers(NodeStates states, NodeCalls calls) {
    this.states = states;
    this.calls = calls;
  }

  /** Has a request taken up by a node that takes new work. */
  void offer(String name) {
    offer(name, states.openInTurn().get(0).id());
  }

  /** The same by one node. */
  void offer(String name, UUID node) {
    calls.send(node, NodeThreads.TRAINER_EXECUTOR, new RequestMessages.Take(name));
  }

  /** Has a node stop what it does for a request. */
  void stop(String name, UUID node) {
    calls.send(node, NodeThreads.STORAGE_EXECUTOR, new RequestMessages.Stop(name));
  }
}
