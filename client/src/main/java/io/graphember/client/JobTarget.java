// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A cluster as an {@link OpenJob} sees it from its source to its submission: through a client, or
 * from one of its nodes. Errors are those of {@link GraphemberClient}'s methods of these names.
 */
public interface JobTarget {
  /**
   * Refuses a job that the cluster cannot run, whatever its graph.
   *
   * @param job a job file, JSON or YAML, without {@code source}
   */
  void check(String job);

  /**
   * Loads a graph from tables and caches of the cluster, which its nodes read.
   *
   * @param listener hears how far the cluster is
   * @param cancellation looked at all the time
   */
  TablesLoad loadTables(
      TablesRequest request, Consumer<LoadProgress> listener, Cancellation cancellation);

  /** Tables and caches, for a source that is read from them here. */
  Tables tables();

  /** All versions of the graphs in the cluster: by name, the current version last. */
  List<GraphInfo> graphs();

  /**
   * How the features of the current version of a graph are encoded, by vertex type: for {@code
   * GraphSource.open} of vertices that are added to it. Empty if there is no such graph.
   */
  default Map<String, FeatureEncoding> featureEncodings(String graph) {
    return GraphInfo.featureEncodings(graphs(), graph);
  }

  /**
   * Loads a graph.
   *
   * @param graph section {@code graph} of a job file, JSON or YAML
   * @param source opened; not closed here
   * @param patience how long it may wait for room, at most a day; zero to be refused at once
   * @param listener hears how far the cluster is
   * @param cancellation looked at between pieces
   */
  GraphInfo load(
      String graph,
      GraphSource source,
      Duration patience,
      Consumer<LoadProgress> listener,
      Cancellation cancellation);
}
