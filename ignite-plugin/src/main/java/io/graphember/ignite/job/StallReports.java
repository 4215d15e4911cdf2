// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCalls;
import io.graphember.ignite.watchdog.Stall;
import io.graphember.ignite.watchdog.StallListener;
import io.graphember.ignite.wiring.NodeThreads;
import jakarta.inject.Inject;
import org.apache.ignite.Ignite;

/**
 * Tells the coordinator of a job that a call of its engine on this node does not come back. Safe
 * for use by several threads.
 */
public final class StallReports implements StallListener {
  private final Ignite ignite;
  private final NodeCalls calls;

  /** Reports of a node. */
  @Inject
  public StallReports(Ignite ignite, NodeCalls calls) {
    this.ignite = ignite;
    this.calls = calls;
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
  }

  @Override
  public void recovered() {
    ignite.log().warning("Graphember: all calls of engines on this node have come back.");
  }
}
