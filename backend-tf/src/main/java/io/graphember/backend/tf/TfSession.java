// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

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
import io.graphember.spi.model.Program;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tensorflow.Result;
import org.tensorflow.exceptions.TFInvalidArgumentException;
import org.tensorflow.exceptions.TensorFlowException;
import org.tensorflow.proto.ConfigProto;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/** One model: its graphs, each built when a batch of its form first comes. */
final class TfSession implements ModelSession {
  private final ModelSpec spec;
  private final ParameterLayout layout;
  private final List<Program> layers;
  private final ConfigProto configuration;
  private final Map<PassForm, PassGraph> graphs = new HashMap<>();
  private boolean closed;

  TfSession(ModelSpec spec, ConfigProto configuration) {
    this.spec = spec;
    this.configuration = configuration;
    layout = spec.layout();
    layers = spec.programs();
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
    PassGraph graph = graph(batch, targets.pairs().isPresent(), Optional.of(targets.loss()));
    try (BatchTensors tensors = tensors(graph, batch, parameters).with(targets);
        Result result = graph.step(tensors::get, inputGradients != null)) {
      int next = 2;
      for (ParameterLayout.Parameter parameter : layout.parameters()) {
        BatchTensors.copy(result.get(next++), parameter.length(), gradients, parameter.offset());
      }
      if (inputGradients != null) {
        BatchTensors.copy(result.get(next), inputFloats(batch), inputGradients, 0);
      }
      return new StepResult(
          ((TFloat32) result.get(0)).getFloat(), ((TInt32) result.get(1)).getInt());
    } catch (TensorFlowException | TFInvalidArgumentException e) {
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
    PassGraph graph = graph(batch, false, Optional.empty());
    try (BatchTensors tensors = tensors(graph, batch, parameters);
        Result result = graph.forward(tensors::get)) {
      BatchTensors.copy(result.get(0), batch.seeds() * spec.outputDim(), logits, 0);
      if (embeddings != null) {
        BatchTensors.copy(result.get(1), batch.seeds() * spec.embeddingDim(), embeddings, 0);
      }
    } catch (TensorFlowException | TFInvalidArgumentException e) {
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
    PassGraph graph = graph(batch, true, Optional.empty());
    try (BatchTensors tensors = tensors(graph, batch, parameters).with(pairs);
        Result result = graph.score(tensors::get)) {
      BatchTensors.copy(result.get(0), pairs.count() * spec.outputs(), scores, 0);
    } catch (TensorFlowException | TFInvalidArgumentException e) {
      throw failed("scoring of pairs", e);
    }
  }

  private PassGraph graph(MiniBatch batch, boolean scored, Optional<Loss> loss) {
    return graphs.computeIfAbsent(
        PassForm.of(layers, batch, scored, loss),
        form -> new PassGraph(spec, layout, form, loss, configuration));
  }

  private BatchTensors tensors(PassGraph graph, MiniBatch batch, ByteBuffer parameters) {
    return new BatchTensors(spec, layout, graph.programs(), batch, parameters);
  }

  private int inputFloats(MiniBatch batch) {
    return batch.blocks().get(0).sources() * spec.inputDim();
  }

  private static void clear(ByteBuffer buffer, int floats) {
    for (int i = 0; buffer != null && i < floats; i++) {
      buffer.putFloat(4 * i, 0f);
    }
  }

  private GraphemberException failed(String what, RuntimeException cause) {
    return new GraphemberException(
        SpiError.ENGINE_OPERATION_FAILED,
        "TensorFlow failed in a %s of %s: %s".formatted(what, spec, reason(cause)),
        cause);
  }

  /** The engine's own sentence, without the nodes of the graph around it. */
  private static String reason(RuntimeException cause) {
    String message = String.valueOf(cause.getMessage());
    return message.lines().findFirst().orElse(message);
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
      graphs.values().forEach(PassGraph::close);
    }
  }
}
