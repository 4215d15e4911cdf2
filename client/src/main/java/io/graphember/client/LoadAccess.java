// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.client.api.load.LoadState;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What a load asks of the node that takes it: if that is lost, so is the load. Safe for use by
 * several threads once it has begun.
 */
class LoadAccess {
  private volatile Taken taken;

  /** A load of a number at a node. */
  private record Taken(ServiceAccess by, long load) {}

  /** A load that has not begun, at the node that is asked first. */
  LoadAccess(ServiceAccess calls) {
    taken = new Taken(calls, 0);
  }

  /** From now on a load of a number at a node is meant. */
  final void taken(ServiceAccess by, long number) {
    taken = new Taken(by, number);
  }

  /**
   * Begins.
   *
   * @param graph section {@code graph}, JSON or YAML
   * @param header a {@link io.graphember.client.api.load.LoadHeader} as JSON
   * @return how many pieces are there already
   */
  long begin(String graph, String header) {
    final ServiceAccess.Taken<Long> begun =
        taken.by.take(s -> s.beginLoad(graph, header), new TypeReference<Long>() {});
    taken(begun.by(), begun.answer());
    return 0;
  }

  /** Takes the next piece to the node. */
  void append(long sequence, byte[] piece) {
    final Taken at = taken;
    at.by.call(s -> s.append(at.load, sequence, piece), new TypeReference<Boolean>() {});
  }

  /** Says that all pieces were sent. */
  void commit(List<List<String>> labelNames) {
    final Taken at = taken;
    final String names = Json.write(labelNames);
    at.by.call(s -> s.commitLoad(at.load, names), new TypeReference<Boolean>() {});
  }

  /** Says that the client is there. */
  void beat() {
    now();
  }

  /** How far it is, for who waits for it. */
  LoadState state() {
    return now();
  }

  /**
   * Waits until it is so far.
   *
   * @param listener hears how far it is
   * @throws GraphemberException why it has failed, or that it was cancelled
   */
  final LoadState await(
      Predicate<LoadState> until, Consumer<LoadProgress> listener, Cancellation cancellation) {
    final Pause pause = new Pause(cancellation);
    while (true) {
      final LoadState state = state();
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

  private LoadState now() {
    return ask(GraphemberService::loadState, new TypeReference<>() {});
  }

  /** Asks the node that has the load. */
  final <T> T ask(BiFunction<GraphemberService, Long, String> question, TypeReference<T> type) {
    final Taken at = taken;
    return at.by.call(s -> question.apply(s, at.load), type);
  }

  /** Drops the load because of a failure, unless another client may go on with it. */
  void drop(RuntimeException cause) {
    final Taken at = taken;
    at.by.call(s -> s.abortLoad(at.load), new TypeReference<Boolean>() {});
  }
}
