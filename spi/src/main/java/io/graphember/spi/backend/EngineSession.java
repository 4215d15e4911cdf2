// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A session on an engine: checks what it is given, answers for batches without seeds or pairs, and
 * turns the engine's exceptions into ours, so that the engine sees nothing else than work.
 */
public abstract class EngineSession implements ModelSession {
  /** The model. */
  protected final ModelSpec spec;

  /** Where its parameters lie. */
  protected final ParameterLayout layout;

  /** What its copies take. */
  protected final CopyClock copies = new CopyClock();

  private final String engine;
  private boolean closed;

  /**
   * A session.
   *
   * @param engine its name in messages
   */
  protected EngineSession(String engine, ModelSpec spec) {
    this.engine = engine;
    this.spec = spec;
    layout = spec.layout();
  }

  /**
   * {@link #forwardBackward} of a batch that fits, with seeds and targets.
   *
   * @param inputGradients null if they are not wanted
   */
  protected abstract StepResult step(
      MiniBatch batch,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      @Nullable ByteBuffer inputGradients);

  /** {@link #forward} of a batch that fits, with seeds. */
  protected abstract void evaluate(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, @Nullable ByteBuffer embeddings);

  /** {@link #score} of a batch that fits, with pairs. */
  protected abstract void decode(
      MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores);

  /** What the engine says in an exception, in one line; empty if it is not the engine's. */
  protected abstract Optional<String> reason(RuntimeException exception);

  /** Frees what the session holds; called once. */
  protected abstract void release();

  @Override
  public final ModelSpec spec() {
    return spec;
  }

  @Override
  public final CopyTimes copyTimes() {
    return copies.times();
  }

  @Override
  public final StepResult forwardBackward(
      MiniBatch batch,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      @Nullable ByteBuffer inputGradients) {
    requireTaken(batch);
    spec.requireStepFits(batch, targets, inputGradients != null);
    if (batch.seeds() == 0 || targets.rows(batch) == 0) {
      clear(gradients, layout.length());
      if (inputGradients != null) {
        clear(inputGradients, batch.blocks().get(0).sources() * spec.inputDim());
      }
      return new StepResult(0, 0);
    }
    try {
      return step(batch, targets, parameters, gradients, inputGradients);
    } catch (RuntimeException e) {
      throw translated("training step", e);
    }
  }

  @Override
  public final void forward(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, @Nullable ByteBuffer embeddings) {
    requireTaken(batch);
    spec.requireFits(batch);
    if (batch.seeds() == 0) {
      return;
    }
    try {
      evaluate(batch, parameters, logits, embeddings);
    } catch (RuntimeException e) {
      throw translated("forward pass", e);
    }
  }

  @Override
  public final void score(
      MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
    requireTaken(batch);
    spec.requireFits(batch);
    spec.requireFits(pairs);
    if (pairs.count() == 0) {
      return;
    }
    try {
      decode(batch, pairs, parameters, scores);
    } catch (RuntimeException e) {
      throw translated("scoring of pairs", e);
    }
  }

  @Override
  public final void close() {
    if (!closed) {
      closed = true;
      release();
    }
  }

  private static void clear(ByteBuffer buffer, int floats) {
    for (int i = 0; i < floats; i++) {
      buffer.putFloat(4 * i, 0f);
    }
  }

  private RuntimeException translated(String what, RuntimeException exception) {
    return reason(exception)
        .<RuntimeException>map(
            reason ->
                new GraphemberException(
                    SpiError.ENGINE_OPERATION_FAILED,
                    "%s failed in a %s of %s: %s".formatted(engine, what, spec, reason),
                    exception))
        .orElse(exception);
  }

  private void requireTaken(MiniBatch batch) {
    if (closed) {
      throw new IllegalStateException("the session is closed");
    }
    if (batch.input() instanceof BatchInput.Sparse) {
      throw new IllegalArgumentException(engine + " takes no sparse input");
    }
  }
}
