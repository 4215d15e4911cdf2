// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.ignite.Ignite;
import org.apache.ignite.failure.AbstractFailureHandler;
import org.apache.ignite.failure.FailureContext;

/**
 * What Ignite's default handler would halt the JVM for, in nodes that share it with the test: it is
 * recorded, and the test fails. Safe for use by several threads.
 */
final class FailureRecord extends AbstractFailureHandler {
  private final List<FailureContext> failures = new CopyOnWriteArrayList<>();

  @Override
  protected boolean handle(Ignite ignite, FailureContext failure) {
    failures.add(failure);
    return false; // the node goes on, so that the test ends
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
