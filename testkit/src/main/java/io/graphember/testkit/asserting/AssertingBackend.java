// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.asserting;

import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Operator;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A backend whose sessions are {@link AssertingSession}s, and whose callers close all of them
 * before it is closed. Safe for use by several threads.
 */
public final class AssertingBackend implements Backend {
  private final Backend backend;
  private final AtomicInteger open = new AtomicInteger();

  /** Looks after the callers of a backend, which is closed with this one. */
  public AssertingBackend(Backend backend) {
    this.backend = backend;
  }

  @Override
  public String name() {
    return backend.name();
  }

  @Override
  public String engineVersion() {
    return backend.engineVersion();
  }

  @Override
  public Set<Operator> operators() {
    return backend.operators();
  }

  @Override
  public ModelSession open(ModelSpec spec) {
    ModelSession session = backend.open(spec);
    open.incrementAndGet();
    return new AssertingSession(session, open::decrementAndGet);
  }

  /**
   * Closes the backend.
   *
   * @throws AssertionError if a session is open
   */
  @Override
  public void close() {
    backend.close();
    if (open.get() > 0) {
      throw new AssertionError(
          "%d sessions of %s are open while it is closed".formatted(open.get(), name()));
    }
  }
}
