// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.ignite.table.NodeTables;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.FollowRecord;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.follow.NewRows;
import io.graphember.jobs.follow.ReadKeys;
import io.graphember.jobs.follow.TableReadings;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes the next versions of graphs that follow their tables by loads of this node. Safe for use by
 * several threads.
 */
public final class FollowedReadings implements TableReadings {
  private final LoadSessions loads;
  private final NodeTables tables;
  private final GraphCatalog catalog;

  @Inject
  FollowedReadings(LoadSessions loads, NodeTables tables, GraphCatalog catalog) {
    this.loads = loads;
    this.tables = tables;
    this.catalog = catalog;
  }

  @Override
  public void read(Next next, ReadKeys keys) {
    final TablesFeeder feeder =
        new TablesFeeder(
            next.record().request(),
            () -> tables.asNode(keys),
            graph -> Kept.forReading(catalog.graphs(), graph.name()),
            loads::losses);
    loads.follow(next.record(), feeder, (graph, base) -> publish(next, graph), next.ended());
  }

  @Override
  public void add(Next next, NewRows rows) {
    final String name = next.record().info().graph();
    if (rows.vertices() && lacks(catalog.graph(name, null))) {
      next.ended().accept(Optional.of(ErrorInfo.of(lacking(name))));
      return;
    }
    final TablesRequest request = next.record().request();
    final TablesFeeder feeder =
        new TablesFeeder(
            TablesRequest.of(adding(request.graph()), request.source()),
            rows::tables,
            graph -> Kept.forAddition(catalog.graphs(), graph.name()),
            loads::losses);
    loads.follow(
        next.record(),
        feeder,
        (graph, base) -> {
          requireAllEdges(graph, base.orElseThrow());
          publish(next, graph);
        },
        next.ended());
  }

  private static String adding(String graph) {
    return SettingsDocument.toJson(
        SettingsDocument.parse("graph", graph)
            .set("add=true")
            .set("follow=false")
            .bind(GraphSettings.class));
  }

  private void publish(Next next, GraphInfo graph) {
    final FollowRecord record = next.record();
    final FollowInfo info = next.made().apply(graph.version());
    catalog.followGraph(graph.changedBy(info.changes()), record, record.with(info));
  }

  /**
   * Edges that were left out come into the graph with their vertices. So nothing may be added to a
   * graph that lacks some, unless no vertex was added, and none may lack afterwards.
   */
  private static void requireAllEdges(GraphInfo graph, GraphInfo base) {
    final boolean cutAnew = graph.sealedVersion().isEmpty(); // and says no more what it lacks
    if (graph.skippedEdges() > 0
        || lacks(base) && (cutAnew || graph.vertices() > base.vertices())) {
      throw lacking(graph.name());
    }
  }

  private static boolean lacks(GraphInfo graph) {
    return Stream.concat(Stream.of(graph), graph.sealedVersion().stream())
        .anyMatch(version -> version.skippedEdges() > 0);
  }

  private static GraphemberException lacking(String graph) {
    return new GraphemberException(
        NodeError.GRAPH_CHANGED,
        "Graph %s lacks edges whose vertices are not there: its tables are read.".formatted(graph));
  }
}
