// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.drain;

import io.graphember.client.api.node.Finding;
import io.graphember.client.api.node.Finding.Verdict;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.drain.Unavailable;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;

/** Looks which nodes of the cluster take new work. Safe for use by several threads. */
public final class WorkCheck {
  private final Ignite ignite;
  private final NodeStates states;

  /** A check of a node's cluster. */
  @Inject
  public WorkCheck(Ignite ignite, NodeStates states) {
    this.ignite = ignite;
    this.states = states;
  }

  /** The finding; none while the cluster is not active. */
  public List<Finding> findings() {
    if (!ignite.cluster().state().active()) {
      return List.of();
    }
    List<Unavailable> unavailable = states.unavailable();
    final String here = ", this is " + ignite.cluster().localNode().consistentId();
    return List.of(
        unavailable.isEmpty()
            ? new Finding("new work", "taken by all nodes" + here, "by all", Verdict.GOOD, "")
            : new Finding(
                "new work",
                unavailable.stream().map(Unavailable::text).collect(Collectors.joining(", ")),
                "taken by all nodes" + here,
                Verdict.SLOW,
                "graphember undrain NODE lets a drained node take work again; restart one that must be"));
  }
}
