// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.testkit.asserting.AssertingSession;

/**
 * Every model in plain Java, double inside, float32 in the buffers. Loads nothing; safe for use by
 * several threads; results repeat bit for bit. Its sessions fail where a caller does not keep the
 * contract, see {@link AssertingSession}.
 */
public final class ReferenceBackend implements Backend {
  /** Name of this backend in a configuration. */
  public static final String NAME = "reference";

  private volatile boolean closed;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String engineVersion() {
    return "plain Java " + Runtime.version().feature();
  }

  @Override
  public ModelSession open(ModelSpec spec) {
    if (closed) {
      throw new IllegalStateException("the backend is closed");
    }
    spec.requireOperators(this);
    return new AssertingSession(new ReferenceSession(spec));
  }

  @Override
  public void close() {
    closed = true;
  }
}
