// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphemberService;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks again while the nodes of a cluster are in trouble: one is lost or stops, or the cluster is
 * not active. Used by one thread.
 */
final class Retries {
  /**
   * How long: Ignite takes 10 s by default until it knows that a node has failed, and as long to
   * try to reach it again; then another node takes the job and opens it. Twice that is more than
   * enough, also on a machine that is busy.
   */
  static final Duration LONGEST = Duration.ofSeconds(60);

  private final ServiceCalls calls;
  private final Consumer<String> lost;
  private @Nullable Long since; // when the trouble began, in ns; null if there is none
  private Optional<String> told = Optional.empty(); // the last node that was said to be lost

  /**
   * No trouble yet.
   *
   * @param lost hears of each node that is lost, by its address
   */
  Retries(ServiceCalls calls, Consumer<String> lost) {
    this.calls = calls;
    this.lost = lost;
  }

  /**
   * Asks what any node answers at once.
   *
   * @throws GraphemberException if the question itself is refused, or after {@link #LONGEST} the
   *     last reason why nobody has answered
   */
  <T> T ask(Function<GraphemberService, String> question, TypeReference<T> type) {
    Pause pause = new Pause(Cancellation.NEVER);
    while (true) {
      try {
        if (since != null) {
          calls.requireActive(); // a question would wait at the node, and hold a thread of it
        }
        final T answer = calls.ask(question, type);
        since = null;
        told = Optional.empty();
        return answer;
      } catch (GraphemberException e) {
        bear(e);
      }
      pause.next();
    }
  }

  /** Goes on if what has happened may pass, and there is time left. */
  private void bear(GraphemberException failure) {
    final long now = System.nanoTime();
    since = since == null ? now : since;
    if (!mayPass(failure)
        || now - since >= LONGEST.toNanos()
        || Thread.currentThread().isInterrupted()) {
      throw failure;
    }
    final Optional<String> gone = calls.lostAddress();
    if (gone.isPresent() && !gone.equals(told)) {
      told = gone;
      lost.accept(gone.get());
    }
  }

  /** What a node says that stops may look like a bug: it cannot read its caches any more. */
  private static boolean mayPass(GraphemberException failure) {
    return failure.category() != ErrorCategory.USER
        && failure.category() != ErrorCategory.CANCELLED;
  }
}
