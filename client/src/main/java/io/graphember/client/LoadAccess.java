// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.Json;
import io.graphember.client.api.load.LoadState;
import java.util.List;

/**
 * What a load asks of the node that takes it: if that is lost, so is the load. Safe for use by
 * several threads once it has begun.
 */
class LoadAccess {
  private volatile ServiceAccess calls; // once it has begun, to the node that takes it
  private volatile long load;

  /** A load that has not begun, at the node that is asked first. */
  LoadAccess(ServiceAccess calls) {
    this.calls = calls;
  }

  /** From now on a load of a number at a node is meant. */
  final void taken(ServiceAccess by, long number) {
    calls = by;
    load = number;
  }

  /**
   * Begins.
   *
   * @param graph section {@code graph}, JSON or YAML
   * @param header a {@link io.graphember.client.api.load.LoadHeader} as JSON
   * @return how many pieces are there already
   */
  long begin(String graph, String header) {
    final ServiceAccess.Taken<Long> taken =
        calls.take(s -> s.beginLoad(graph, header), new TypeReference<Long>() {});
    taken(taken.by(), taken.answer());
    return 0;
  }

  /** Takes the next piece to the node. */
  void append(long sequence, byte[] piece) {
    final long number = load;
    calls.call(s -> s.append(number, sequence, piece), new TypeReference<Boolean>() {});
  }

  /** Says that all pieces were sent. */
  void commit(List<List<String>> labelNames) {
    final long number = load;
    final String names = Json.write(labelNames);
    calls.call(s -> s.commitLoad(number, names), new TypeReference<Boolean>() {});
  }

  /** How far it is; says that the client is there. */
  final LoadState beat() {
    final long number = load;
    return calls.call(s -> s.loadState(number), new TypeReference<>() {});
  }

  /** How far it is, for who waits for it. */
  LoadState state() {
    return beat();
  }

  /** Drops the load, and what is kept of it. */
  final void abort() {
    final long number = load;
    calls.call(s -> s.abortLoad(number), new TypeReference<Boolean>() {});
  }
}
