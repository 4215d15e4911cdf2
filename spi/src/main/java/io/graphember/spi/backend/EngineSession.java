// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.nio.ByteBuffer;
import java.util.Optional;

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
  private final FirstLayers first;
  private boolean closed;

  /**
   * A session.
   *
   * @param engine its name in messages
   * @param lent by the node, for what is computed on our side
   */
  protected EngineSession(String engine, ModelSpec spec, BackendSettings lent) {
    this.engine = engine;
    this.spec = spec;
    layout = spec.layout();
    first = new FirstLayers(spec, layout, lent, copies);
  }

  /**
   * {@link #forwardBackward} of a batch that fits, with seeds and targets. Gradients of parameters
   * that no computed operation looks at are not written.
   *
   * @param input what enters the engine, instead of the batch's input
   * @param inputGradients takes the gradients of that once; null if they are not wanted
   */
  protected abstract StepResult step(
      MiniBatch batch,
      EngineInput input,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      InputGradients inputGradients);

  /** {@link #forward} of a batch that fits, with seeds. */
  protected abstract void evaluate(
      MiniBatch batch,
      EngineInput input,
      ByteBuffer parameters,
      ByteBuffer logits,
      ByteBuffer embeddings);

  /** {@link #score} of a batch that fits, with pairs. */
  protected abstract void decode(
      MiniBatch batch,
      EngineInput input,
      SeedPairs pairs,
      ByteBuffer parameters,
      ByteBuffer scores);

  /** What the engine says in an exception, in one line; empty if it is not the engine's. */
  protected abstract Optional<String> reason(RuntimeException exception);

  /** Frees what the session holds; called once. */
  protected abstract void release();

  /**
   * True if rows that a first layer only adds up are to be added up here even if nothing is made of
   * the sums, where that is faster than in the engine: it is then given {@link
   * EngineInput.Form#AGGREGATED}.
   *
   * @param inputGradients true if the gradient of the input is wanted
   */
  protected abstract boolean aggregatesAhead(boolean inputGradients);

  @Override
  public final ModelSpec spec() {
    return spec;
  }

  @Override
  public final boolean takesSparse() {
    return first.takesSparse();
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
      ByteBuffer inputGradients) {
    requireOpen();
    spec.requireStepFits(batch, targets, inputGradients != null);
    if (batch.seeds() == 0 || targets.rows(batch) == 0) {
      clear(gradients, layout.length());
      if (inputGradients != null) {
        clear(inputGradients, batch.blocks().get(0).sources() * spec.inputDim());
      }
      return new StepResult(0, 0);
    }
    try {
      FirstLayers.Passage passage =
          first.training(
              batch,
              parameters,
              gradients,
              inputGradients,
              aggregatesAhead(inputGradients != null));
      return step(batch, passage.input(), targets, parameters, gradients, passage.gradients());
    } catch (RuntimeException e) {
      throw translated("training step", e);
    }
  }

  @Override
  public final void forward(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, ByteBuffer embeddings) {
    requireOpen();
    spec.requireFits(batch);
    if (batch.seeds() == 0) {
      return;
    }
    try {
      evaluate(
          batch, evaluated(batch, parameters, embeddings != null), parameters, logits, embeddings);
    } catch (RuntimeException e) {
      throw translated("forward pass", e);
    }
  }

  @Override
  public final void score(
      MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
    requireOpen();
    spec.requireFits(batch);
    spec.requireFits(pairs);
    if (pairs.count() == 0) {
      return;
    }
    try {
      decode(batch, evaluated(batch, parameters, false), pairs, parameters, scores);
    } catch (RuntimeException e) {
      throw translated("scoring of pairs", e);
    }
  }

  private EngineInput evaluated(MiniBatch batch, ByteBuffer parameters, boolean embeds) {
    return first.evaluation(batch, parameters, embeds, aggregatesAhead(false));
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

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the session is closed");
    }
  }
}
