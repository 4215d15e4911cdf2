// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.drain.NodeStates;
import io.graphember.ignite.entry.SharedCalls;
import io.graphember.ignite.node.NodeThreads;
import io.graphember.ignite.transport.NodeCalls;
import io.graphember.ignite.watchdog.Stall;
import io.graphember.ignite.watchdog.StallListener;
import jakarta.inject.Inject;
import java.util.Optional;
import org.apache.ignite.Ignite;

/**
 * Reports to the coordinator of a job that a call of its engine on this node does not come back,
 * and all nodes that this one takes no new work until it is restarted, or the call comes back after
 * all. Safe for use by several threads.
 */
public final class StallReports implements StallListener {
  private final Ignite ignite;
  private final NodeCalls calls;
  private final NodeStates states;
  private final NodeThreads threads;
  private final SharedCalls<Boolean> said = new SharedCalls<>(callers -> say());
  private volatile Optional<String> hangs = Optional.empty(); // why this node takes no new work

  /** Reports of a node. */
  @Inject
  public StallReports(Ignite ignite, NodeCalls calls, NodeStates states, NodeThreads threads) {
    this.ignite = ignite;
    this.calls = calls;
    this.states = states;
    this.threads = threads;
  }

  @Override
  public void stalled(Stall stall) {
    final String why =
        "Job %d: a call of %s on node %s has not come back for %d ms (engineCallTimeoutMillis in GraphemberConfiguration), and native code cannot be stopped; restart that node."
            .formatted(
                stall.job().number(),
                stall.engine(),
                ignite.cluster().localNode().consistentId(),
                stall.millis());
    ignite.log().error("Graphember: " + why);
    calls.send(
        stall.job().coordinator(),
        NodeThreads.STORAGE_EXECUTOR,
        new StalledCall(stall.job().number(), why));
    saySoon(Optional.of("a call of %s hangs".formatted(stall.engine())));
  }

  @Override
  public void recovered() {
    ignite.log().warning("Graphember: all calls of engines on this node have come back.");
    saySoon(Optional.empty());
  }

  /** The catalog may have to be waited for, and whoever looks after calls must not. */
  private void saySoon(Optional<String> why) {
    hangs = why;
    said.callSoon(threads.coordinators())
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                ignite
                    .log()
                    .warning(
                        "Graphember: whether this node hangs is not said to others: "
                            + failure.getMessage());
              }
            });
  }

  /** Says what is so now: an older word never comes last. */
  private boolean say() {
    hangs.ifPresentOrElse(states::needsRestart, states::recovered);
    return true;
  }
}
