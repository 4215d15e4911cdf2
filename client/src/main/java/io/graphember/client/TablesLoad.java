// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.load.LoadState;
import io.graphember.client.api.load.TablesReport;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.schema.KeyKind;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A graph that a node has read from tables of the cluster.
 *
 * @param graph what is known of it
 * @param warnings what should be known of its features, with the setting that helps
 * @param sample a few of its vertices, to look results up by their keys
 */
public record TablesLoad(GraphInfo graph, List<String> warnings, List<SampledVertex> sample) {
  /** Copies the lists. */
  public TablesLoad {
    warnings = List.copyOf(warnings);
    sample = List.copyOf(sample);
  }

  /**
   * Has a node load a graph, and waits for it. If the node is lost another one begins again, if
   * only whole tables and caches are read, and all rows are still there.
   *
   * @param nodes calls to the node of now, each time it is asked for
   */
  public static TablesLoad run(
      Supplier<ServiceAccess> nodes,
      TablesRequest request,
      Consumer<LoadProgress> listener,
      Cancellation cancellation) {
    final boolean adds =
        SettingsDocument.parse("graph", request.graph()).bind(GraphSettings.class).add();
    final TablesAccess load = new TablesAccess(nodes, request, !adds, cancellation);
    try {
      final GraphInfo graph = load.await(LoadState::ended, listener, cancellation).loaded();
      final TablesReport report = load.report();
      return new TablesLoad(
          graph, report.warnings(), report.sample().stream().map(TablesLoad::vertex).toList());
    } catch (RuntimeException e) {
      abort(load, e);
      throw e;
    }
  }

  private static void abort(LoadAccess load, RuntimeException cause) {
    try {
      load.drop(cause);
    } catch (GraphemberException e) {
      cause.addSuppressed(e); // the node drops a load that nobody asks after by itself
    }
  }

  private static SampledVertex vertex(TablesReport.Vertex vertex) {
    final Object key =
        vertex.keys() == KeyKind.INT64
            ? (Object) Long.valueOf(vertex.key())
            : vertex.keys() == KeyKind.UUID ? UUID.fromString(vertex.key()) : vertex.key();
    return new SampledVertex(key, Optional.ofNullable(vertex.label()));
  }
}
