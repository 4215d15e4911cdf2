// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.SpiVersion;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import io.graphember.testkit.reference.ReferenceBackend;
import java.nio.ByteBuffer;

/** The reference with one fault put into what a training step writes. */
final class WrongBackend implements Backend, BackendProvider {
  /** Spoils the buffers of a finished step. */
  interface Fault {
    void apply(ByteBuffer gradients, ByteBuffer inputGradients);
  }

  private final ReferenceBackend right = new ReferenceBackend();
  private final Fault fault;

  WrongBackend(Fault fault) {
    this.fault = fault;
  }

  @Override
  public String name() {
    return "wrong";
  }

  @Override
  public int spiVersion() {
    return SpiVersion.CURRENT;
  }

  @Override
  public Backend open(BackendSettings settings) {
    return this;
  }

  @Override
  public String engineVersion() {
    return right.engineVersion();
  }

  @Override
  public void close() {
    right.close();
  }

  @Override
  public ModelSession open(ModelSpec spec) {
    ModelSession session = right.open(spec);
    return new ModelSession() {
      @Override
      public ModelSpec spec() {
        return spec;
      }

      @Override
      public StepResult forwardBackward(
          MiniBatch batch,
          Targets targets,
          ByteBuffer parameters,
          ByteBuffer gradients,
          ByteBuffer inputGradients) {
        StepResult result =
            session.forwardBackward(batch, targets, parameters, gradients, inputGradients);
        fault.apply(gradients, inputGradients);
        return result;
      }

      @Override
      public void forward(
          MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, ByteBuffer embeddings) {
        session.forward(batch, parameters, logits, embeddings);
      }

      @Override
      public void score(
          MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
        session.score(batch, pairs, parameters, scores);
      }

      @Override
      public void close() {
        session.close();
      }
    };
  }
}
