// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.shard;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.schema.GraphHeader;
import java.util.Optional;
import java.util.UUID;

/**
 * What every node that keeps a shard of a load is told.
 *
 * @param load number of the version that is loaded
 * @param front node that takes the load
 * @param nodes node of each shard
 * @param settings of the graph
 * @param header what its pieces look like
 * @param owner user who loads, whose memory the shards take; empty if nobody knows
 */
public record ShardPlan(
    long load,
    UUID front,
    UUID[] nodes,
    GraphSettings settings,
    GraphHeader header,
    Optional<String> owner) {
  /** Number of shards. */
  int shards() {
    return nodes.length;
  }

  /** Node of a shard. */
  UUID node(int shard) {
    return nodes[shard];
  }
}
