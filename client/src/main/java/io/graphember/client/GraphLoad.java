// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Json;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.client.api.load.LoadState;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One load: sends pieces one at a time, each when the one before was taken, and reads on meanwhile.
 * Used by one thread.
 */
public final class GraphLoad {
  private final Supplier<ServiceAccess> nodes;
  private final Duration patience;
  private final Consumer<LoadProgress> listener;
  private final Cancellation cancellation;
  private long sequence;
  private long rows;

  /**
   * A load that has not begun.
   *
   * @param nodes calls to the node of now, each time it is asked for
   * @param patience how long it may wait for room in the data regions
   * @param listener hears how far it is
   * @param cancellation looked at between pieces
   */
  public GraphLoad(
      Supplier<ServiceAccess> nodes,
      Duration patience,
      Consumer<LoadProgress> listener,
      Cancellation cancellation) {
    this.nodes = nodes;
    this.patience = patience;
    this.listener = listener;
    this.cancellation = cancellation;
  }

  /**
   * Loads a graph; if anything fails, nothing of it is left in the cluster. One with {@code
   * graph.resumable} goes on when nodes are lost, and begins where an earlier client has left it.
   *
   * @param graph section {@code graph} of a job file, JSON or YAML
   * @param source opened; not closed here
   */
  public GraphInfo run(String graph, GraphSource source) {
    final String header = Json.write(LoadHeader.of(source.header(), source.expected(), patience));
    final LoadAccess access =
        SettingsDocument.parse("graph", graph).bind(GraphSettings.class).resumable()
            ? new ResumableAccess(nodes, cancellation)
            : new LoadAccess(nodes.get());
    final long there = access.begin(graph, header);
    if (there > 0) {
      listener.accept(new LoadProgress("resume", there, there));
    }
    try (Heartbeat beats = new Heartbeat(access::beat)) {
      access.await(state -> !state.phase().equals("base"), listener, cancellation);
      try (Sender sender = new Sender()) {
        source.stream(PieceSink.of(piece -> send(access, piece, sender)), cancellation);
        sender.await();
      }
      access.commit(labelNames(source));
      return access.await(LoadState::ended, listener, cancellation).loaded();
    } catch (RuntimeException e) {
      drop(access, e);
      throw e;
    }
  }

  private static List<List<String>> labelNames(GraphSource source) {
    List<List<String>> names = new ArrayList<>();
    for (int type = 0; type < source.header().vertexTypes().size(); type++) {
      names.add(source.labelNames(type));
    }
    return names;
  }

  private static void drop(LoadAccess access, RuntimeException cause) {
    try {
      access.drop(cause);
    } catch (GraphemberException e) {
      cause.addSuppressed(e); // the node drops a load that nobody feeds by itself
    }
  }

  private void send(LoadAccess access, Piece piece, Sender sender) {
    cancellation.check();
    byte[] bytes = piece.encode();
    final long number = sequence++;
    sender.send(() -> access.append(number, bytes));
    rows += piece.rows();
    listener.accept(new LoadProgress("send", rows, 0));
  }
}
