// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnxruntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import io.graphember.inference.exchange.ExportedSlices;
import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.inference.fixture.Models;
import io.graphember.inference.fixture.WholeGraph;
import io.graphember.inference.layerwise.LayerwiseInference;
import io.graphember.inference.layerwise.SlicedModel;
import io.graphember.inference.lists.NeighborDraws;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Slices of a folder give what the model gives that they were written from. */
class ImportedSlicesTest {
  static List<ModelSpec> sums() {
    return IntStream.rangeClosed(0, 9).mapToObj(i -> Models.untyped().get(i)).toList();
  }

  /** The same model by other names, as of another exporter. */
  private static byte[] renamed(byte[] bytes) throws Exception {
    ModelProto model = ModelProto.parseFrom(bytes);
    GraphProto.Builder graph = model.getGraph().toBuilder();
    graph.getInputBuilderList().forEach(input -> input.setName("onnx::" + input.getName() + ".1"));
    graph.getOutputBuilderList().forEach(output -> output.setName("y_" + output.getName()));
    for (NodeProto.Builder node : graph.getNodeBuilderList()) {
      for (int i = 0; i < node.getInputCount(); i++) {
        final String name = node.getInput(i);
        if (model.getGraph().getInputList().stream().anyMatch(in -> in.getName().equals(name))) {
          node.setInput(i, "onnx::" + name + ".1");
        }
      }
      final String result = node.getOutput(0);
      if (model.getGraph().getOutputList().stream().anyMatch(o -> o.getName().equals(result))) {
        node.setOutput(0, "y_" + result);
      }
    }
    return model.toBuilder().setGraph(graph).build().toByteArray();
  }

  @Test
  void aModelThatTheEngineRefusesIsNamed(@TempDir Path folder) throws Exception {
    ModelSpec spec = Models.untyped().get(0);
    for (Map.Entry<String, byte[]> file :
        ExportedSlices.of(spec, new float[spec.layout().length()]).entrySet()) {
      Files.write(folder.resolve(file.getKey()), file.getValue());
    }
    Path apply = folder.resolve("slice-0-apply.onnx");
    ModelProto.Builder model = ModelProto.parseFrom(Files.readAllBytes(apply)).toBuilder();
    model.getGraphBuilder().getNodeBuilder(0).setOpType("Guess");
    Files.write(apply, model.build().toByteArray());
    SlicedModel opened = new OrtProvider().open(ImportedSlices.read(folder));
    assertThatThrownBy(() -> opened.runners().apply(opened.slices().get(0)))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(SpiError.ENGINE_OPERATION_FAILED)).isTrue())
        .hasMessageStartingWith("ONNX Runtime did not load a slice: ")
        .hasMessageContaining("Guess");
  }

  @ParameterizedTest
  @MethodSource("sums")
  void givesWhatTheModelGives(ModelSpec spec, @TempDir Path folder) throws Exception {
    ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
    SortedMap<String, byte[]> files = ExportedSlices.of(spec, DirectBuffers.floats(parameters));
    assertThat(files.keySet()).contains(ImportedSlices.MANIFEST);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      boolean model = file.getKey().endsWith(".onnx");
      Files.write(
          folder.resolve(file.getKey()), model ? renamed(file.getValue()) : file.getValue());
    }
    ImportedSlices slices = ImportedSlices.decode(ImportedSlices.read(folder).encode());
    slices.requireInput("g", Models.DIM);
    slices.requireOutput("g", spec.outputDim());
    WholeGraph graph =
        new WholeGraph(
            PartitionedGraph.load(SampleGraph.random(700, 5000, 12), 2, "hash-2d"), Models.DIM);
    assertGives(slices, graph, spec, graph.reference(spec, parameters).get(0));
  }

  /** Runs slices over a graph and compares every output row. */
  static void assertGives(
      ImportedSlices slices, WholeGraph graph, ModelSpec spec, float[] expected) {
    final int columns = spec.outputDim();
    new LayerwiseInference(
            new OrtProvider().open(slices),
            graph.partitions(),
            Workers.CALLER,
            Cancellation.NEVER,
            NeighborDraws.NONE,
            Optional.empty())
        .run(
            new MemoryBudget(1L << 30),
            (layer, partition, masters, count, rows, stride) -> {
              for (int i = 0; layer == spec.layers() - 1 && i < count * columns; i++) {
                final int vertex = graph.number(partition, masters[i / columns]);
                final float wanted = expected[vertex * columns + i % columns];
                assertThat(rows[i / columns * stride + i % columns])
                    .isCloseTo(wanted, within(1e-4f * Math.max(1, Math.abs(wanted))));
              }
            },
            (layer, done) -> {});
  }
}
