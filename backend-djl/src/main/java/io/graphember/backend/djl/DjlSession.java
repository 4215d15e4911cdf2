// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.pytorch.engine.PtEngine;
import ai.djl.pytorch.engine.PtNDManager;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.nio.ByteBuffer;

/** One model: its own modules of its layers, and its own root of native memory. */
final class DjlSession implements ModelSession {
  private static final String SCRIPT_ERROR = "RuntimeError: ";

  private final ModelSpec spec;
  private final ParameterLayout layout;
  private final PtNDManager manager;
  private final LayerModules layers;
  private final LossModules losses;
  private final DropoutMasks masks = new DropoutMasks();
  private boolean closed;

  DjlSession(ModelSpec spec) {
    this.spec = spec;
    manager = (PtNDManager) Engine.getEngine(PtEngine.ENGINE_NAME).newBaseManager(Device.cpu());
    layout = spec.layout();
    layers = new LayerModules(manager, spec);
    losses = new LossModules(manager);
  }

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
    requireOpen();
    spec.requireStepFits(batch, targets, inputGradients != null);
    if (batch.seeds() == 0 || targets.rows(batch) == 0) {
      clear(gradients, layout.length());
      clear(inputGradients, inputFloats(batch));
      return new StepResult(0, 0);
    }
    try (NdScope scope = new NdScope(manager, true)) {
      ModelPass pass = new ModelPass(spec, layout, layers, masks, scope, true, parameters);
      pass.run(batch, inputGradients != null);
      NDList result = loss(pass, targets, scope);
      scope.backward(result.get(0), targets.scale());
      pass.copyGradients(gradients);
      if (inputGradients != null) {
        NdScope.copy(pass.inputRows().getGradient(), inputFloats(batch), inputGradients, 0);
      }
      return new StepResult(result.get(0).getFloat(), Math.toIntExact(result.get(1).getLong()));
    } catch (EngineException e) {
      throw failed("training step", e);
    }
  }

  private NDList loss(ModelPass pass, Targets targets, NdScope scope) {
    if (targets.loss() instanceof Loss.InBatch inBatch) {
      SeedPairs pairs = targets.pairs().orElseThrow();
      NDArray tails = scope.ints(pairs.tails(), pairs.count());
      return losses.callInBatch(inBatch, pass.queries(pairs), pass.logits(), tails);
    }
    NDArray outputs = targets.pairs().map(pass::score).orElseGet(pass::logits);
    return losses.call(targets.loss(), scope, outputs);
  }

  @Override
  public void forward(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, ByteBuffer embeddings) {
    requireOpen();
    spec.requireFits(batch);
    if (batch.seeds() == 0) {
      return;
    }
    try (NdScope scope = new NdScope(manager, false)) {
      ModelPass pass = new ModelPass(spec, layout, layers, masks, scope, false, parameters);
      pass.run(batch, false);
      NdScope.copy(pass.logits(), batch.seeds() * spec.outputDim(), logits, 0);
      if (embeddings != null) {
        NdScope.copy(pass.embeddings(), batch.seeds() * spec.embeddingDim(), embeddings, 0);
      }
    } catch (EngineException e) {
      throw failed("forward pass", e);
    }
  }

  @Override
  public void score(MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
    requireOpen();
    spec.requireFits(batch);
    spec.requireFits(pairs);
    if (pairs.count() == 0) {
      return;
    }
    try (NdScope scope = new NdScope(manager, false)) {
      ModelPass pass = new ModelPass(spec, layout, layers, masks, scope, false, parameters);
      pass.run(batch, false);
      NdScope.copy(pass.score(pairs), pairs.count() * spec.outputs(), scores, 0);
    } catch (EngineException e) {
      throw failed("scoring of pairs", e);
    }
  }

  private int inputFloats(MiniBatch batch) {
    return batch.blocks().get(0).sources() * spec.inputDim();
  }

  private static void clear(ByteBuffer buffer, int floats) {
    for (int i = 0; buffer != null && i < floats; i++) {
      buffer.putFloat(4 * i, 0f);
    }
  }

  private GraphemberException failed(String what, EngineException cause) {
    return new GraphemberException(
        SpiError.ENGINE_OPERATION_FAILED,
        "PyTorch failed in a %s of %s: %s".formatted(what, spec, reason(cause)),
        cause);
  }

  /** The engine's own sentence, without the trace of the script around it. */
  private static String reason(EngineException cause) {
    String message = String.valueOf(cause.getMessage());
    return message
        .lines()
        .filter(line -> line.startsWith(SCRIPT_ERROR))
        .map(line -> line.substring(SCRIPT_ERROR.length()))
        .findFirst()
        .orElseGet(() -> message.lines().findFirst().orElse(message));
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the session is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      layers.close();
      losses.close();
      manager.close();
    }
  }
}
