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
  private final FirstLayer trained;
  private final FirstLayer evaluated;
  private final InputAggregator aggregator; // null if the first layer adds up nothing
  private boolean closed;

  /**
   * Layer 0 as it is computed.
   *
   * @param addsUp true if its sums may be made beforehand, and both parts that it then looks at
   *     have a gradient
   */
  private record FirstLayer(Program program, boolean addsUp) {
    static FirstLayer of(Program program) {
      return new FirstLayer(
          program,
          program.typedAggregator().isPresent()
              && program.aggregated().uses(Operator.INPUT)
              && program.aggregated().uses(Operator.AGGREGATED));
    }
  }

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
    trained = FirstLayer.of(spec.program(0));
    evaluated = FirstLayer.of(spec.program(0).inEvaluation());
    aggregator =
        evaluated
            .program()
            .typedAggregator()
            .map(by -> new InputAggregator(by.operator(), spec.inputDim(), by.columns(), workers))
            .orElse(null);
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
   * True if rows that a first layer only adds up are to be added up here, where that is faster than
   * in the engine: it is then given {@link BatchInput.Aggregated}.
   *
   * @param inputGradients true if the gradient of the input is wanted
   */
  protected abstract boolean aggregatesAhead(boolean inputGradients);

  private StepResult aggregatedStep(
      MiniBatch batch,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      ByteBuffer inputGradients) {
    Block first = batch.blocks().get(0);
    EdgeSegments segments = aggregator.segments(first);
    MiniBatch aggregated = aggregated(batch, segments);
    if (inputGradients == null) {
      return step(aggregated, targets, parameters, gradients, null);
    }
    BatchInput.Aggregated room = aggregator.gradients(first);
    StepResult result = step(aggregated, targets, parameters, gradients, room);
    aggregator.spread(first, segments, room, inputGradients);
    return result;
  }

  private MiniBatch forEvaluation(MiniBatch batch) {
    return isAggregatedAhead(evaluated, batch, false)
        ? aggregated(batch, aggregator.segments(batch.blocks().get(0)))
        : batch;
  }

  private boolean isAggregatedAhead(FirstLayer layer, MiniBatch batch, boolean inputGradients) {
    Block first = batch.blocks().get(0);
    return batch.input() instanceof BatchInput.Rows
        && layer.addsUp()
        && aggregator != null
        && aggregator.takes(first)
        && aggregatesAhead(inputGradients)
        && !layer
            .program()
            .productFirstIsCheaper(first.destinations(), first.sources(), first.edges());
  }

  private MiniBatch aggregated(MiniBatch batch, EdgeSegments segments) {
    BatchInput input = aggregator.aggregate(segments, (BatchInput.Rows) batch.input());
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
      if (!isAggregatedAhead(trained, batch, inputGradients != null)) {
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
      evaluate(forEvaluation(batch), parameters, logits, embeddings);
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
      decode(forEvaluation(batch), pairs, parameters, scores);
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
