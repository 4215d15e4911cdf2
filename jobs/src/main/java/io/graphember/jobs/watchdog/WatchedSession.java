// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.watchdog;

import io.graphember.spi.backend.CopyTimes;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A session whose calls are looked after. */
final class WatchedSession implements ModelSession {
  private final ModelSession session;
  private final EngineCalls calls;

  WatchedSession(ModelSession session, EngineCalls calls) {
    this.session = session;
    this.calls = calls;
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
    return calls.call(
        () -> session.forwardBackward(batch, targets, parameters, gradients, inputGradients));
  }

  @Override
  public void forward(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, @Nullable ByteBuffer embeddings) {
    calls.call(
        () -> {
          session.forward(batch, parameters, logits, embeddings);
          return true;
        });
  }

  @Override
  public void score(MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
    calls.call(
        () -> {
          session.score(batch, pairs, parameters, scores);
          return true;
        });
  }

  @Override
  public CopyTimes copyTimes() {
    return session.copyTimes();
  }

  @Override
  public void close() {
    try (calls) {
      session.close();
    }
  }
}
