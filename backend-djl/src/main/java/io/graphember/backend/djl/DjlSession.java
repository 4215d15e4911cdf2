// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDList;
import ai.djl.pytorch.engine.PtEngine;
import ai.djl.pytorch.engine.PtNDManager;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.ClassTargets;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.util.List;

/** One model: its own modules of its layers, and its own root of native memory. */
final class DjlSession implements ModelSession {
  private static final String SCRIPT_ERROR = "RuntimeError: ";

  private static final String LOSS =
      """
      class Loss(Module):
        __parameters__ = []
        __buffers__ = []
        training : bool
        def forward(self: __torch__.Loss, logits: Tensor, labels: Tensor) -> List[Tensor]:
          classes = torch.to(labels, 4)
          loss = torch.cross_entropy_loss(logits, classes, None, 2)
          correct = torch.sum(torch.eq(torch.argmax(logits, 1), classes))
          return [loss, correct]
      """;

  private final ModelSpec spec;
  private final ParameterLayout layout;
  private final PtNDManager manager;
  private final LayerModules layers;
  private final ScriptModule loss;
  private final DropoutMasks masks = new DropoutMasks();
  private boolean closed;

  DjlSession(ModelSpec spec) {
    this.spec = spec;
    manager = (PtNDManager) Engine.getEngine(PtEngine.ENGINE_NAME).newBaseManager(Device.cpu());
    layout = spec.layout();
    layers = new LayerModules(manager, spec);
    loss = new ScriptModule(manager, "Loss", LOSS);
  }

  @Override
  public ModelSpec spec() {
    return spec;
  }

  @Override
  public StepResult forwardBackward(
      MiniBatch batch,
      ClassTargets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      ByteBuffer inputGradients) {
    requireOpen();
    spec.requireFits(batch);
    if (batch.input() instanceof BatchInput.Aggregated
        && (inputGradients != null || spec.inputDropout() > 0)) {
      throw new IllegalArgumentException(
          "aggregated input has no input gradients and no input dropout");
    }
    if (batch.seeds() == 0) {
      clear(gradients, layout.length());
      clear(inputGradients, inputFloats(batch));
      return new StepResult(0, 0);
    }
    try (NdScope scope = new NdScope(manager, true)) {
      ModelPass pass = new ModelPass(spec, layout, layers, masks, scope, true, parameters);
      pass.run(batch, inputGradients != null);
      NDList result =
          loss.call(true, List.of(pass.logits(), scope.ints(targets.labels(), batch.seeds())));
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
        DjlError.DJL_OPERATION_FAILED,
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
      loss.close();
      manager.close();
    }
  }
}
