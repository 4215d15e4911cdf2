// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import io.graphember.spi.Workers;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import java.util.Optional;
import java.util.Set;

/**
 * A backend whose sessions take {@link BatchInput.Sparse} of every model whose first layer begins
 * with products of its input. The wide, sparse end is computed here, and the engine is given the
 * rest of the model as a model of its own; of dense batches it does all. Safe for use by several
 * threads.
 */
public final class SparseInputBackend implements Backend {
  private final Backend engine;
  private final Workers workers;

  /**
   * Adds sparse input to a backend.
   *
   * @param engine closed with this backend
   * @param workers compute what is sparse; with the caller's as many as the engine has threads
   */
  public SparseInputBackend(Backend engine, Workers workers) {
    this.engine = engine;
    this.workers = workers;
  }

  /**
   * What an engine is left of the first layer in training, of sparse rows; empty if the layer needs
   * dense ones.
   */
  public static Optional<Program> restOfFirstLayer(ModelSpec spec) {
    return SparsePlan.of(spec.program(0)).map(SparsePlan::rest);
  }

  @Override
  public String name() {
    return engine.name();
  }

  @Override
  public String engineVersion() {
    return engine.engineVersion();
  }

  @Override
  public Set<Operator> operators() {
    return engine.operators();
  }

  @Override
  public ModelSession open(ModelSpec spec) {
    ModelSession dense = engine.open(spec);
    return SparsePlan.of(spec.program(0))
        .<ModelSession>map(plan -> new SparseInputSession(engine, dense, plan, workers))
        .orElse(dense);
  }

  @Override
  public void close() {
    engine.close();
  }
}
