// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.backend.EngineSession;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.Program;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tensorflow.Result;
import org.tensorflow.exceptions.TFInvalidArgumentException;
import org.tensorflow.exceptions.TensorFlowException;
import org.tensorflow.proto.ConfigProto;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/** One model: its graphs, each built when a batch of its form first comes. */
final class TfSession extends EngineSession {
  private final List<Program> layers;
  private final ConfigProto configuration;
  private final Map<PassForm, PassGraph> graphs = new HashMap<>();

  TfSession(ModelSpec spec, ConfigProto configuration) {
    super("TensorFlow", spec);
    this.configuration = configuration;
    layers = spec.programs();
  }

  @Override
  protected StepResult step(
      MiniBatch batch,
      Targets targets,
      ByteBuffer parameters,
      ByteBuffer gradients,
      @Nullable ByteBuffer inputGradients) {
    PassGraph graph = graph(batch, targets.pairs().isPresent(), Optional.of(targets.loss()));
    try (BatchTensors tensors = tensors(graph, batch, parameters).with(targets);
        Result result = graph.step(tensors::get, inputGradients != null)) {
      int next = 2;
      for (ParameterLayout.Parameter parameter : graph.trained()) {
        tensors.copy(result.get(next++), parameter.length(), gradients, parameter.offset());
      }
      if (inputGradients != null) {
        final int floats = batch.blocks().get(0).sources() * spec.inputDim();
        tensors.copy(result.get(next), floats, inputGradients, 0);
      }
      return new StepResult(
          ((TFloat32) result.get(0)).getFloat(), ((TInt32) result.get(1)).getInt());
    }
  }

  @Override
  protected void evaluate(
      MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, @Nullable ByteBuffer embeddings) {
    PassGraph graph = graph(batch, false, Optional.empty());
    try (BatchTensors tensors = tensors(graph, batch, parameters);
        Result result = graph.forward(tensors::get)) {
      tensors.copy(result.get(0), batch.seeds() * spec.outputDim(), logits, 0);
      if (embeddings != null) {
        tensors.copy(result.get(1), batch.seeds() * spec.embeddingDim(), embeddings, 0);
      }
    }
  }

  @Override
  protected void decode(
      MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
    PassGraph graph = graph(batch, true, Optional.empty());
    try (BatchTensors tensors = tensors(graph, batch, parameters).with(pairs);
        Result result = graph.score(tensors::get)) {
      tensors.copy(result.get(0), pairs.count() * spec.outputs(), scores, 0);
    }
  }

  private PassGraph graph(MiniBatch batch, boolean scored, Optional<Loss> loss) {
    return graphs.computeIfAbsent(
        PassForm.of(layers, batch, scored, loss),
        form -> new PassGraph(spec, layout, form, loss, configuration));
  }

  private BatchTensors tensors(PassGraph graph, MiniBatch batch, ByteBuffer parameters) {
    return new BatchTensors(spec, layout, graph.programs(), batch, parameters, copies);
  }

  /** The engine's own sentence, without the nodes of the graph around it. */
  @Override
  protected Optional<String> reason(RuntimeException exception) {
    if (exception instanceof TensorFlowException
        || exception instanceof TFInvalidArgumentException) {
      return String.valueOf(exception.getMessage()).lines().findFirst();
    }
    return Optional.empty();
  }

  @Override
  protected void release() {
    graphs.values().forEach(PassGraph::close);
  }
}
