// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
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
  private final Optional<InputAggregator> aggregator;
  private boolean closed;

  /**
   * A session.
   *
   * @param engine its name in messages
   * @param workers threads lent for what is computed on our side
   */
  protected EngineSession(String engine, ModelSpec spec, Workers workers) {
    this.engine = engine;
    this.spec = spec;
    layout = spec.layout();
    aggregator =
        spec.program(0)
            .inEvaluation()
            .typedAggregator()
            .map(by -> new InputAggregator(by.operator(), spec.inputDim(), by.columns(), workers));
  }

  /**
   * {@link #forwardBackward} of a batch that fits, with seeds and targets.
   *
   * @param inputGradients overwritten with the gradients of the batch's input, which are of the
   *     same form; null if they are not wanted
   */
  protected abstract StepResult step(
      MiniBatch batch,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      BatchInput inputGradients);

  /** {@link #forward} of a batch that fits, with seeds. */
  protected abstract void evaluate(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, ByteBuffer embeddings);

  /** {@link #score} of a batch that fits, with pairs. */
  protected abstract void decode(
      MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores);

  /** What the engine says in an exception, in one line; empty if it is not the engine's. */
  protected abstract Optional<String> reason(RuntimeException exception);

  /** Frees what the session holds; called once. */
  protected abstract void release();

  /**
   * True if the engine is the faster one to add up the rows that enter a first layer of sums; else
   * it is done here, and the engine is given {@link BatchInput.Aggregated}.
   *
   * @param inputGradients true if the gradient of the input is wanted
   */
  protected abstract boolean aggregates(boolean inputGradients);

  private StepResult aggregatedStep(
      MiniBatch batch,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      ByteBuffer inputGradients) {
    MiniBatch aggregated = aggregated(batch);
    if (inputGradients == null) {
      return step(aggregated, targets, parameters, gradients, null);
    }
    Block first = batch.blocks().get(0);
    BatchInput.Aggregated room = aggregator.orElseThrow().gradients(first);
    StepResult result = step(aggregated, targets, parameters, gradients, room);
    copies.out(() -> aggregator.orElseThrow().spread(first, room, inputGradients));
    return result;
  }

  private MiniBatch evaluated(MiniBatch batch) {
    return aggregatesAhead(spec.program(0).inEvaluation(), batch, false)
        ? aggregated(batch)
        : batch;
  }

  /** True if layer 0 as it will be computed is one whose rows are to be added up beforehand. */
  private boolean aggregatesAhead(Program program, MiniBatch batch, boolean inputGradients) {
    Block first = batch.blocks().get(0);
    return batch.input() instanceof BatchInput.Rows
        && program.typedAggregator().isPresent()
        && program.uses(Operator.DESTINATIONS) // both parts have a gradient
        && !program.productFirstIsCheaper(first.destinations(), first.sources(), first.edges())
        && !aggregates(inputGradients);
  }

  private MiniBatch aggregated(MiniBatch batch) {
    Block first = batch.blocks().get(0);
    BatchInput.Rows rows = (BatchInput.Rows) batch.input();
    BatchInput input = copies.in(() -> aggregator.orElseThrow().aggregate(first, rows));
    return new MiniBatch(batch.blocks(), input, batch.dropoutKey());
  }

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
      if (!aggregatesAhead(spec.program(0), batch, inputGradients != null)) {
        BatchInput ofRows = inputGradients == null ? null : new BatchInput.Rows(inputGradients);
        return step(batch, targets, parameters, gradients, ofRows);
      }
      return aggregatedStep(batch, targets, parameters, gradients, inputGradients);
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
      evaluate(evaluated(batch), parameters, logits, embeddings);
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
      decode(evaluated(batch), pairs, parameters, scores);
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

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the session is closed");
    }
  }
}
