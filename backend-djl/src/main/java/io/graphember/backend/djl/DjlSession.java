// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.pytorch.engine.PtEngine;
import ai.djl.pytorch.engine.PtNDManager;
import io.graphember.spi.backend.EngineSession;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One model: its own modules of its layers, and its own root of native memory. */
final class DjlSession extends EngineSession {
  private static final String SCRIPT_ERROR = "RuntimeError: ";

  private final PtNDManager manager;
  private final LayerModules layers;
  private final LossModules losses;
  private final ModelPass.Model model;

  DjlSession(ModelSpec spec) {
    super("PyTorch", spec);
    manager = (PtNDManager) Engine.getEngine(PtEngine.ENGINE_NAME).newBaseManager(Device.cpu());
    layers = new LayerModules(manager, spec);
    model = new ModelPass.Model(spec, layout, layers, new DropoutMasks());
    losses = new LossModules(manager);
  }

  @Override
  protected StepResult step(
      MiniBatch batch,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      @Nullable ByteBuffer inputGradients) {
    try (NdScope scope = new NdScope(manager, copies, true)) {
      ModelPass pass = pass(scope, true, parameters, batch, inputGradients != null);
      NDList result = loss(pass, targets, scope);
      scope.backward(result.get(0), targets.scale());
      pass.copyGradients(gradients);
      if (inputGradients != null) {
        pass.copyInputGradients(inputGradients);
      }
      return new StepResult(
          NdScope.memory(result.get(0)).getFloat(),
          Math.toIntExact(NdScope.memory(result.get(1)).getLong()));
    }
  }

  private ModelPass pass(
      NdScope scope, boolean training, ByteBuffer parameters, MiniBatch batch, boolean trackInput) {
    return new ModelPass(model, scope, training, parameters, batch, trackInput);
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
  protected void evaluate(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, @Nullable ByteBuffer embeddings) {
    try (NdScope scope = new NdScope(manager, copies, false)) {
      ModelPass pass = pass(scope, false, parameters, batch, false);
      scope.copy(pass.logits(), batch.seeds() * spec.outputDim(), logits, 0);
      if (embeddings != null) {
        scope.copy(pass.embeddings(), batch.seeds() * spec.embeddingDim(), embeddings, 0);
      }
    }
  }

  @Override
  protected void decode(
      MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
    try (NdScope scope = new NdScope(manager, copies, false)) {
      ModelPass pass = pass(scope, false, parameters, batch, false);
      scope.copy(pass.score(pairs), pairs.count() * spec.outputs(), scores, 0);
    }
  }

  /** The engine's own sentence, without the trace of the script around it. */
  @Override
  protected Optional<String> reason(RuntimeException exception) {
    if (!(exception instanceof EngineException)) {
      return Optional.empty();
    }
    String message = String.valueOf(exception.getMessage());
    return message
        .lines()
        .filter(line -> line.startsWith(SCRIPT_ERROR))
        .map(line -> line.substring(SCRIPT_ERROR.length()))
        .findFirst()
        .or(() -> message.lines().findFirst());
  }

  @Override
  protected void release() {
    layers.close();
    losses.close();
    manager.close();
  }
}
