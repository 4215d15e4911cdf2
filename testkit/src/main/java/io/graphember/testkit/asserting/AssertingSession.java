// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.asserting;

import io.graphember.spi.backend.CopyTimes;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A session that fails with an {@link AssertionError} where its caller does not keep the contract:
 * two threads at once, buffers that are not direct, too short or in another byte order, blocks
 * whose numbers lead nowhere. What the session itself refuses, it refuses as before.
 */
public final class AssertingSession implements ModelSession {
  private final ModelSession session;
  private final Runnable closing;
  private final AtomicReference<Thread> user = new AtomicReference<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Looks after the caller of a session. */
  public AssertingSession(ModelSession session) {
    this(session, () -> {});
  }

  /**
   * The same.
   *
   * @param closing runs when the session is closed, once
   */
  AssertingSession(ModelSession session, Runnable closing) {
    this.session = session;
    this.closing = closing;
  }

  /** One call, with the buffers of all of its arguments checked beforehand. */
  private final class Call implements AutoCloseable {
    private final Thread thread = Thread.currentThread();

    Call() {
      Thread other = user.compareAndExchange(null, thread);
      if (other != null) {
        throw new AssertionError("%s uses a session that %s uses".formatted(thread, other));
      }
    }

    @Override
    public void close() {
      user.compareAndSet(thread, null);
    }
  }

  @Override
  public ModelSpec spec() {
    return session.spec();
  }

  @Override
  public boolean takesSparse() {
    return session.takesSparse();
  }

  @Override
  public StepResult forwardBackward(
      MiniBatch batch,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      @Nullable ByteBuffer inputGradients) {
    try (Call call = new Call()) {
      if (!closed.get()) {
        spec().requireStepFits(batch, targets, inputGradients != null);
        BatchChecks.check(batch);
        targets.pairs().ifPresent(pairs -> BatchChecks.check(pairs, batch.seeds()));
        final int floats = spec().layout().length();
        BatchChecks.buffer("parameters", parameters, floats);
        BatchChecks.buffer("gradients", gradients, floats);
        if (inputGradients != null) {
          final long rows = batch.blocks().get(0).sources();
          BatchChecks.buffer("inputGradients", inputGradients, rows * spec().inputDim());
        }
      }
      return session.forwardBackward(batch, targets, parameters, gradients, inputGradients);
    }
  }

  @Override
  public void forward(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, @Nullable ByteBuffer embeddings) {
    try (Call call = new Call()) {
      if (!closed.get()) {
        checkEvaluated(batch, parameters);
        final long seeds = batch.seeds();
        BatchChecks.buffer("logits", logits, seeds * spec().outputDim());
        if (embeddings != null) {
          BatchChecks.buffer("embeddings", embeddings, seeds * spec().embeddingDim());
        }
      }
      session.forward(batch, parameters, logits, embeddings);
    }
  }

  @Override
  public void score(MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
    try (Call call = new Call()) {
      if (!closed.get()) {
        checkEvaluated(batch, parameters);
        spec().requireFits(pairs);
        BatchChecks.check(pairs, batch.seeds());
        BatchChecks.buffer("scores", scores, (long) pairs.count() * spec().outputs());
      }
      session.score(batch, pairs, parameters, scores);
    }
  }

  private void checkEvaluated(MiniBatch batch, ByteBuffer parameters) {
    spec().requireFits(batch);
    BatchChecks.check(batch);
    BatchChecks.buffer("parameters", parameters, spec().layout().length());
  }

  @Override
  public CopyTimes copyTimes() {
    return session.copyTimes();
  }

  @Override
  public void close() {
    try (Call call = new Call()) {
      if (closed.compareAndSet(false, true)) {
        closing.run();
      }
      session.close();
    }
  }
}
