// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.InvalidProtocolBufferException;
import io.graphember.inference.fixture.Models;
import io.graphember.inference.slice.Slice;
import io.graphember.inference.slice.SliceWeights;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.layer.GraphSage;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SliceModelsTest {
  private static float[] parameters(ModelSpec spec) {
    float[] parameters = new float[spec.layout().length()];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = i;
    }
    return parameters;
  }

  /** Transform and apply of each slice. */
  private static List<ModelProto> models(ModelSpec spec) throws InvalidProtocolBufferException {
    List<ModelProto> models = new ArrayList<>();
    for (Slice slice : Slice.of(spec)) {
      SliceWeights weights = new SliceWeights(slice, spec.layout(), parameters(spec));
      Optional<StageModel> transform = SliceModels.transform(slice, weights);
      if (transform.isPresent()) {
        models.add(ModelProto.parseFrom(transform.get().bytes()));
      }
      models.add(ModelProto.parseFrom(SliceModels.apply(slice, weights).bytes()));
    }
    return models;
  }

  static Stream<ModelSpec> all() {
    return Stream.of(
            Models.untyped().stream(),
            Models.typed().stream(),
            Models.ofEdgeFeatures().stream(),
            Models.ordered().stream())
        .flatMap(models -> models);
  }

  @ParameterizedTest
  @MethodSource("all")
  void nodesReadWhatComesBeforeThem(ModelSpec spec) throws Exception {
    for (ModelProto model : models(spec)) {
      Set<String> known = new HashSet<>();
      model
          .getGraph()
          .getInputList()
          .forEach(input -> assertThat(known.add(input.getName())).isTrue());
      for (TensorProto constant : model.getGraph().getInitializerList()) {
        assertThat(known.add(constant.getName())).as(constant.getName()).isTrue();
      }
      for (NodeProto node : model.getGraph().getNodeList()) {
        assertThat(known).as(node.getName()).containsAll(node.getInputList());
        node.getOutputList().forEach(output -> assertThat(known.add(output)).as(output).isTrue());
      }
      assertThat(known)
          .containsAll(
              model.getGraph().getOutputList().stream().map(ValueInfoProto::getName).toList());
    }
  }

  private static String signature(List<ValueInfoProto> ports) {
    StringBuilder text = new StringBuilder();
    for (ValueInfoProto port : ports) {
      text.append(text.isEmpty() ? "" : ", ").append(port.getName());
      for (TensorShapeProto.Dimension size :
          port.getType().getTensorType().getShape().getDimList()) {
        text.append(' ').append(size.hasDimParam() ? size.getDimParam() : size.getDimValue());
      }
    }
    return text.toString();
  }

  private static String signature(ModelProto model) {
    return signature(model.getGraph().getInputList())
        + " -> "
        + signature(model.getGraph().getOutputList());
  }

  @Test
  void sumsTakeAggregatedRowsAndTheVertexItself() throws Exception {
    List<ModelProto> models = models(new ModelSpec(new GraphSage(), 128, 256, 47, 2, 0.5f, 0.5f));
    assertThat(models)
        .extracting(SliceModelsTest::signature)
        .containsExactly(
            "aggregated_0 rows 128, self_0 rows 128 -> output rows 256",
            "input rows 256 -> shared_0 rows 47, own_0 rows 47",
            "aggregated_0 rows 47, self_0 rows 47 -> output rows 47");
    assertThat(models)
        .allSatisfy(
            model -> {
              assertThat(model.getIrVersion()).isEqualTo(9);
              assertThat(model.getOpsetImport(0).getVersion()).isEqualTo(18);
            });
  }

  @Test
  void attentionTakesRowsOfEdges() throws Exception {
    assertThat(models(Models.ofEdgeFeatures().get(0)))
        .extracting(SliceModelsTest::signature)
        .startsWith(
            "input rows 20 -> shared_0 rows 24, shared_1 rows 2",
            "self_0 rows 24, edge_0 edges 24, edge_1 edges 2, edge_features edges 3,"
                + " edge_destinations edges, destinations 1 -> output rows 24");
  }

  @Test
  void typesAreInputs() throws Exception {
    ModelSpec spec = Models.typed().get(2);
    assertThat(models(spec))
        .extracting(SliceModelsTest::signature)
        .startsWith(
            "input rows 20, vertex_types rows -> shared_0 rows 24, shared_1 rows 24",
            "self_0 rows 20, edge_0 edges 24, edge_1 edges 24, edge_destinations edges, edge_types"
                + " edges, vertex_types rows, destinations 1 -> output rows 24");
  }

  @Test
  void weightsAreThoseOfTheLayoutWithoutPadding() throws Exception {
    ModelSpec spec = Models.spec(new GraphSage(), 1, 24, LayerOptions.DEFAULT);
    TensorProto bias = null;
    for (ModelProto model : models(spec)) {
      for (TensorProto constant : model.getGraph().getInitializerList()) {
        bias = constant.getName().equals("layer0.bias") ? constant : bias;
      }
    }
    assertThat(bias).isNotNull();
    assertThat(bias.getDimsList()).containsExactly(1L, 7L);
    assertThat(bias.getRawData().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getFloat())
        .isEqualTo(spec.layout().get("layer0.bias").offset());
  }
}
