// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import io.graphember.client.api.CheckpointInfo;
import io.graphember.ignite.result.CacheBytes;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.checkpoint.StoredCheckpoint;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.checkpoint.ManifestFormat;
import java.util.List;
import java.util.Map;
import org.apache.ignite.Ignite;

/**
 * The checkpoints that jobs without results have left, with sizes. Safe for use by several threads.
 */
public final class CheckpointListing {
  private final GraphCatalog graphs;
  private final CacheBytes sizes;

  /**
   * Checkpoints of a node's cluster.
   *
   * @param executor name of the pool that measures on each node
   */
  public CheckpointListing(Ignite ignite, GraphCatalog graphs, String executor) {
    this.graphs = graphs;
    this.sizes = new CacheBytes(ignite, executor);
  }

  /**
   * One of them.
   *
   * @throws GraphemberException with code {@link NodeError#CHECKPOINT_UNKNOWN}
   */
  public StoredCheckpoint get(long id) {
    return graphs.checkpoints().stream()
        .filter(checkpoint -> checkpoint.id() == id)
        .findFirst()
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.CHECKPOINT_UNKNOWN,
                    "ID = %d: no such checkpoint is in the cluster; 'graphember results' lists those that there are."
                        .formatted(id)));
  }

  /** All of them, by number. */
  public List<CheckpointInfo> all() {
    List<StoredCheckpoint> kept = graphs.checkpoints();
    Map<String, Long> bytes = sizes.of(kept.stream().map(StoredCheckpoint::cache).toList());
    return kept.stream()
        .map(
            checkpoint ->
                new CheckpointInfo(
                    checkpoint.id(),
                    checkpoint.graph(),
                    checkpoint.graphVersion(),
                    checkpoint.job(),
                    step(checkpoint),
                    bytes.getOrDefault(checkpoint.cache(), 0L),
                    checkpoint.begun(),
                    null))
        .toList();
  }

  /** Steps that a checkpoint has; 0 if it was dropped meanwhile. */
  private long step(StoredCheckpoint checkpoint) {
    return graphs
        .manifest(checkpoint.cache())
        .map(manifest -> ManifestFormat.decode(manifest).step())
        .orElse(0L);
  }
}
