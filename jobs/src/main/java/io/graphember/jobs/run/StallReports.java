// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.entry.SharedCalls;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.watchdog.Stall;
import io.graphember.jobs.watchdog.StallListener;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Reports to the coordinator of a job that a call of its engine on this node does not come back,
 * and all nodes that this one takes no new work until it is restarted, or the call comes back after
 * all. Safe for use by several threads.
 */
public final class StallReports implements StallListener {
  private final Cluster cluster;
  private final NodeLog log;
  private final NodeCalls calls;
  private final NodeStates states;
  private final NodeThreads threads;
  private final SharedCalls<Boolean> said = new SharedCalls<>(callers -> say());
  private volatile Optional<String> hangs = Optional.empty(); // why this node takes no new work

  /** Reports of a node. */
  @Inject
  public StallReports(
      Cluster cluster, NodeLog log, NodeCalls calls, NodeStates states, NodeThreads threads) {
    this.cluster = cluster;
    this.log = log;
    this.calls = calls;
    this.states = states;
    this.threads = threads;
  }

  @Override
  public void stalled(Stall stall) {
    final String why =
        "Job %d: a call of %s on node %s has not come back for %d ms (engineCallTimeoutMillis in GraphemberConfiguration), and native code cannot be stopped; restart that node."
            .formatted(
                stall.job().number(), stall.engine(), cluster.local().name(), stall.millis());
    log.error(why);
    calls.send(
        stall.job().coordinator(),
        NodeThreads.STORAGE_EXECUTOR,
        new CoordinatorMessages.Stalled(stall.job().number(), why));
    saySoon(Optional.of("a call of %s hangs".formatted(stall.engine())));
  }

  @Override
  public void recovered() {
    log.warning("all calls of engines on this node have come back.");
    saySoon(Optional.empty());
  }

  /** The catalog may have to be waited for, and whoever looks after calls must not. */
  private void saySoon(Optional<String> why) {
    hangs = why;
    said.callSoon(threads.coordinators())
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.warning(
                    "whether this node hangs is not said to others: " + failure.getMessage());
              }
            });
  }

  /** Says what is so now: an older word never comes last. */
  private boolean say() {
    hangs.ifPresentOrElse(states::needsRestart, states::recovered);
    return true;
  }
}
