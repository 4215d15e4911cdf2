// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.LoadedGraph;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.GraphBlocks;
import io.graphember.partition.staging.BaseVersion;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The version of a graph that a load adds to. It stays in the cluster until it is closed, whoever
 * drops it meanwhile. Safe for use by several threads.
 */
final class BaseGraph implements AutoCloseable {
  private final GraphCatalog catalog;
  private final long load;
  private final GraphInfo graph;
  private final BaseVersion version;
  private final GraphBlocks blocks;

  private BaseGraph(Caches caches, GraphCatalog catalog, long load, GraphInfo graph) {
    this.catalog = catalog;
    this.load = load;
    this.graph = graph;
    version = LoadedGraph.version(graph);
    blocks = GraphBlocks.of(caches, graph);
  }

  /**
   * The current version of the graph that settings name.
   *
   * @param load number of the version that is loaded
   * @throws GraphemberException with code {@link io.graphember.jobs.NodeError#GRAPH_UNKNOWN}
   */
  static BaseGraph use(
      Caches caches, UUID self, GraphCatalog catalog, GraphSettings settings, long load) {
    return new BaseGraph(caches, catalog, load, catalog.useBase(load, self, settings.name()));
  }

  BaseVersion version() {
    return version;
  }

  /** What is known of it. */
  GraphInfo graph() {
    return graph;
  }

  /** Name of the partitioner that cut it. */
  String partitioner() {
    return graph.partitioner();
  }

  /** How its dense features are stored. */
  FeaturePrecision featurePrecision() {
    return graph.featurePrecision();
  }

  /** The block of a key, or null. */
  byte @Nullable [] block(long key) {
    return blocks.apply(key);
  }

  @Override
  public void close() {
    catalog.releaseBase(load);
  }
}
