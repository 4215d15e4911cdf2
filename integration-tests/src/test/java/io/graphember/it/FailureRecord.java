// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.ignite.Ignite;
import org.apache.ignite.failure.AbstractFailureHandler;
import org.apache.ignite.failure.FailureContext;

/**
 * What Ignite's default handler would halt the JVM for, in nodes that share it with the test: it is
 * recorded, and the test fails. Safe for use by several threads.
 */
final class FailureRecord extends AbstractFailureHandler {
  private final List<FailureContext> failures = new CopyOnWriteArrayList<>();
  private volatile boolean stopping;

  @Override
  protected boolean handle(Ignite ignite, FailureContext failure) {
    if (!stopping || !isInterruption(failure.error())) {
      failures.add(failure);
    }
    return false; // the node goes on, so that the test ends
  }

  /** From now on nodes are stopped: Ignite interrupts its own workers, some of which then fail. */
  void expectStops() {
    stopping = true;
  }

  /** True if a node would have been halted: the cluster may wait for it for ever. */
  boolean any() {
    return !failures.isEmpty();
  }

  private static boolean isInterruption(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(InterruptedException.class::isInstance);
  }

  /**
   * Fails if a node would have been halted.
   *
   * @throws AssertionError with the first failure as its cause
   */
  void requireNone() {
    if (!failures.isEmpty()) {
      FailureContext first = failures.get(0);
      throw new AssertionError(
          "%d failures would have halted a node, the first is %s"
              .formatted(failures.size(), first.type()),
          first.error());
    }
  }
}
