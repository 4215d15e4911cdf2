// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.share;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.schema.GraphHeader;
import java.util.Optional;
import java.util.UUID;

/**
 * What every node that keeps a share of a load is told.
 *
 * @param load number of the version that is loaded
 * @param front node that takes the load
 * @param nodes node of each share
 * @param settings of the graph
 * @param header what its pieces look like
 * @param owner user who loads, whose memory the shares take; empty if nobody knows
 */
public record SharePlan(
    long load,
    UUID front,
    UUID[] nodes,
    GraphSettings settings,
    GraphHeader header,
    Optional<String> owner) {
  /** Number of shares. */
  int shares() {
    return nodes.length;
  }

  /** Node of a share. */
  UUID node(int share) {
    return nodes[share];
  }
}
