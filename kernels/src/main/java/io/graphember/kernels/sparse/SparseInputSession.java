// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import io.graphember.spi.CsrRows;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.CopyTimes;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A session of dense batches on an engine, and one of what sparse batches leave to it. */
final class SparseInputSession implements ModelSession {
  private final Backend engine;
  private final ModelSession dense;
  private final SparsePlan plan;
  private final Workers workers;
  private @Nullable Sparse sparse; // made when the first sparse batch comes
  private boolean closed;

  /** What sparse batches need. */
  private static final class Sparse {
    private final SparseLayer layer;
    private final RestModel model;
    private final ModelSession session;
    private ByteBuffer rowGradients = ByteBuffer.allocateDirect(0);

    Sparse(Backend engine, ModelSpec spec, SparsePlan plan, Workers workers) {
      layer = new SparseLayer(spec, plan, workers);
      model = new RestModel(spec, plan);
      session = engine.open(model.spec());
    }

    private MiniBatch rest(MiniBatch batch, SparseLayer.Output first) {
      return new MiniBatch(
          model.blocks(batch.blocks()), new BatchInput.Rows(first.rows()), batch.dropoutKey());
    }

    StepResult forwardBackward(
        MiniBatch batch,
        CsrRows rows,
        Targets targets,
        ByteBuffer parameters,
        ByteBuffer gradients) {
      SparseLayer.Output first = layer.forward(batch, rows, parameters, true);
      rowGradients = FloatBuffers.room(rowGradients, first.floats());
      StepResult result =
          session.forwardBackward(
              rest(batch, first),
              targets,
              model.parameters(parameters),
              model.gradients(),
              rowGradients);
      model.copyGradients(gradients);
      first.backward(rowGradients, gradients);
      return result;
    }

    MiniBatch evaluated(MiniBatch batch, CsrRows rows, ByteBuffer parameters) {
      return rest(batch, layer.forward(batch, rows, parameters, false));
    }
  }

  SparseInputSession(Backend engine, ModelSession dense, SparsePlan plan, Workers workers) {
    this.engine = engine;
    this.dense = dense;
    this.plan = plan;
    this.workers = workers;
  }

  private Sparse sparse() {
    if (closed) {
      throw new IllegalStateException("the session is closed");
    }
    if (sparse == null) {
      sparse = new Sparse(engine, spec(), plan, workers);
    }
    return sparse;
  }

  @Override
  public ModelSpec spec() {
    return dense.spec();
  }

  @Override
  public boolean takesSparse() {
    return true;
  }

  @Override
  public StepResult forwardBackward(
      MiniBatch batch,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      @Nullable ByteBuffer inputGradients) {
    if (batch.input() instanceof BatchInput.Sparse input) {
      spec().requireStepFits(batch, targets, inputGradients != null);
      Sparse rest = sparse();
      if (batch.seeds() == 0 || targets.rows(batch) == 0) {
        FloatBuffers.view(gradients).put(0, new float[spec().layout().length()]);
        return new StepResult(0, 0);
      }
      return rest.forwardBackward(batch, input.rows(), targets, parameters, gradients);
    }
    return dense.forwardBackward(batch, targets, parameters, gradients, inputGradients);
  }

  @Override
  public void forward(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, @Nullable ByteBuffer embeddings) {
    if (batch.input() instanceof BatchInput.Sparse input) {
      spec().requireFits(batch);
      Sparse rest = sparse();
      if (batch.seeds() == 0) {
        return;
      }
      rest.session.forward(
          rest.evaluated(batch, input.rows(), parameters),
          rest.model.parameters(parameters),
          logits,
          embeddings);
      return;
    }
    dense.forward(batch, parameters, logits, embeddings);
  }

  @Override
  public void score(MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
    if (batch.input() instanceof BatchInput.Sparse input) {
      spec().requireFits(batch);
      spec().requireFits(pairs);
      Sparse rest = sparse();
      if (pairs.count() == 0) {
        return;
      }
      rest.session.score(
          rest.evaluated(batch, input.rows(), parameters),
          pairs,
          rest.model.parameters(parameters),
          scores);
      return;
    }
    dense.score(batch, pairs, parameters, scores);
  }

  @Override
  public CopyTimes copyTimes() {
    CopyTimes ofDense = dense.copyTimes();
    return sparse == null ? ofDense : ofDense.plus(sparse.session.copyTimes());
  }

  @Override
  public void close() {
    closed = true;
    try (dense) {
      if (sparse != null) {
        sparse.session.close();
      }
    }
  }
}
