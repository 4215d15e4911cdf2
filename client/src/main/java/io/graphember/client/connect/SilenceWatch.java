// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds out that a node is frozen: its operating system still takes what a client sends, but nobody
 * answers. A call may last long at a node that is well, so after {@value #PATIENCE_MILLIS} ms, and
 * again after as many, the node is asked for something that it answers at once. Owns its thread.
 */
final class SilenceWatch implements AutoCloseable {
  /** A node answers most calls at once; this is far more, and far below failure detection. */
  static final long PATIENCE_MILLIS = 5_000;

  private static final long LOOK_MILLIS = 1_000;

  private final Predicate<NodeConnection.Node> answers;
  private final Consumer<NodeConnection.Node> silent;
  private final Set<Call> calls = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService thread = ClientThreads.one("silence");

  /**
   * Looks until it is closed.
   *
   * @param answers asks a node; bounded in time
   * @param silent hears of a node that does not answer, again as long as calls wait for it
   */
  SilenceWatch(Predicate<NodeConnection.Node> answers, Consumer<NodeConnection.Node> silent) {
    this.answers = answers;
    this.silent = silent;
    thread.scheduleWithFixedDelay(
        this::lookAround, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** A call that waits for its answer, until it is closed. */
  final class Call implements AutoCloseable {
    private final NodeConnection.Node node;
    private volatile long since = System.nanoTime(); // its begin, or when its node answered last

    private Call(NodeConnection.Node node) {
      this.node = node;
    }

    private boolean late() {
      return System.nanoTime() - since > TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    }

    /** The node has answered a part of it. */
    void answered() {
      since = System.nanoTime();
    }

    @Override
    public void close() {
      calls.remove(this);
    }
  }

  /** A call to a node begins. */
  Call begin(NodeConnection.Node node) {
    Call call = new Call(node);
    calls.add(call);
    return call;
  }

  private void lookAround() {
    calls.stream()
        .filter(Call::late)
        .map(call -> call.node)
        .collect(Collectors.toSet())
        .forEach(this::look);
  }

  private void look(NodeConnection.Node node) {
    try {
      if (answers.test(node)) {
        calls.stream().filter(call -> call.node == node).forEach(Call::answered);
      } else {
        silent.accept(node);
      }
    } catch (RuntimeException expected) {
      // Nothing is known of the node: it is asked again. Thrown on, it would end the watch.
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
