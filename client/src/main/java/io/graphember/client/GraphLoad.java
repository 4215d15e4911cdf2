// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Json;
import io.graphember.client.api.LoadHeader;
import io.graphember.client.api.LoadState;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One load: sends pieces one at a time, each when the one before was taken, and reads on meanwhile.
 * Used by one thread.
 */
public final class GraphLoad {
  private ServiceAccess calls; // once it has begun, to the node that takes it
  private final Duration patience;
  private final Consumer<LoadProgress> listener;
  private final Cancellation cancellation;
  private long load;
  private long sequence;
  private long rows;

  /**
   * A load that has not begun.
   *
   * @param calls to the node that is asked first
   * @param patience how long it may wait for room in the data regions
   * @param listener hears how far it is
   * @param cancellation looked at between pieces
   */
  public GraphLoad(
      ServiceAccess calls,
      Duration patience,
      Consumer<LoadProgress> listener,
      Cancellation cancellation) {
    this.calls = calls;
    this.patience = patience;
    this.listener = listener;
    this.cancellation = cancellation;
  }

  /**
   * Loads a graph; if anything fails, nothing of it is left in the cluster.
   *
   * @param graph section {@code graph} of a job file, JSON or YAML
   * @param source opened; not closed here
   */
  public GraphInfo run(String graph, GraphSource source) {
    String header = Json.write(LoadHeader.of(source.header(), source.expected(), patience));
    ServiceAccess.Taken<Long> taken =
        calls.take(s -> s.beginLoad(graph, header), new TypeReference<Long>() {});
    calls = taken.by();
    load = taken.answer();
    try (Heartbeat beats = new Heartbeat(this::beat)) {
      await(state -> !state.phase().equals("base"));
      try (Sender sender = new Sender()) {
        source.stream(PieceSink.of(piece -> send(piece, sender)), cancellation);
        sender.await();
      }
      String labelNames = Json.write(labelNames(source));
      calls.call(s -> s.commitLoad(load, labelNames), new TypeReference<Boolean>() {});
      return await(LoadState::ended).loaded();
    } catch (RuntimeException e) {
      abort(e);
      throw e;
    }
  }

  private void beat() {
    calls.call(s -> s.loadState(load), new TypeReference<LoadState>() {});
  }

  private static List<List<String>> labelNames(GraphSource source) {
    List<List<String>> names = new ArrayList<>();
    for (int type = 0; type < source.header().vertexTypes().size(); type++) {
      names.add(source.labelNames(type));
    }
    return names;
  }

  private LoadState await(Predicate<LoadState> until) {
    Pause pause = new Pause(cancellation);
    while (true) {
      LoadState state = calls.call(s -> s.loadState(load), new TypeReference<>() {});
      if (state.error() != null) {
        throw state.error().toException();
      }
      listener.accept(new LoadProgress(state.phase(), state.done(), state.total()));
      if (until.test(state)) {
        return state;
      }
      pause.next();
    }
  }

  private void abort(RuntimeException cause) {
    try {
      calls.call(s -> s.abortLoad(load), new TypeReference<Boolean>() {});
    } catch (GraphemberException e) {
      cause.addSuppressed(e); // the node drops a load that nobody feeds by itself
    }
  }

  private void send(Piece piece, Sender sender) {
    cancellation.check();
    byte[] bytes = piece.encode();
    final long number = sequence++;
    sender.send(
        () -> calls.call(s -> s.append(load, number, bytes), new TypeReference<Boolean>() {}));
    rows += piece.rows();
    listener.accept(new LoadProgress("send", rows, 0));
  }
}
