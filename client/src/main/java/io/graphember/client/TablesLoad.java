// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Json;
import io.graphember.client.api.load.LoadState;
import io.graphember.client.api.load.TablesReport;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.schema.KeyKind;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

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
   * Has a node load a graph, and waits for it.
   *
   * @param access to the node that is asked first
   */
  public static TablesLoad run(
      ServiceAccess access,
      TablesRequest request,
      Consumer<LoadProgress> listener,
      Cancellation cancellation) {
    final String text = Json.write(request);
    final ServiceAccess.Taken<Long> taken =
        access.take(node -> node.loadTables(text), new TypeReference<Long>() {});
    final LoadAccess load = new LoadAccess(taken.by());
    load.taken(taken.by(), taken.answer());
    try {
      final GraphInfo graph = load.await(LoadState::ended, listener, cancellation).loaded();
      final TablesReport report =
          taken.by().call(node -> node.tablesReport(taken.answer()), new TypeReference<>() {});
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
