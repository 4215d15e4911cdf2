// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.watchdog;

import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Operator;
import java.util.Set;
import java.util.function.Supplier;

/** A backend for one job, the calls of its sessions looked after. */
final class WatchedBackend implements Backend {
  private final Backend backend;
  private final Supplier<EngineCalls> calls;

  WatchedBackend(Backend backend, Supplier<EngineCalls> calls) {
    this.backend = backend;
    this.calls = calls;
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
    return new WatchedSession(backend.open(spec), calls.get());
  }

  @Override
  public void close() {
    backend.close();
  }
}
