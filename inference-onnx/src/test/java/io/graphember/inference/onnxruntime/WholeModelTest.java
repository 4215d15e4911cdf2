// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnxruntime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.graphember.inference.fixture.Models;
import io.graphember.inference.onnx.WholeModel;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import io.graphember.testkit.reference.ReferenceBackend;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A whole model as ONNX gives on a sampled subgraph what the reference gives. */
class WholeModelTest {
  static Stream<ModelSpec> models() {
    return Stream.of(
            Models.untyped().stream(),
            Models.typed().stream(),
            Models.ofEdgeFeatures().stream(),
            Models.ordered().stream())
        .flatMap(models -> models);
  }

  @ParameterizedTest
  @MethodSource("models")
  void equalsTheReferenceOnASampledSubgraph(ModelSpec spec) throws OrtException {
    ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
    byte[] model = WholeModel.write(spec, DirectBuffers.floats(parameters));
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      try (OrtSession session = environment.createSession(model, options)) {
        for (int seeds : new int[] {1, 40}) {
          MiniBatch batch = batch(spec, seeds);
          ByteBuffer expected = DirectBuffers.zeros(seeds * spec.outputDim());
          try (ModelSession reference = new ReferenceBackend().open(spec)) {
            reference.forward(batch, parameters, expected, null);
          }
          assertClose(
              run(environment, session, batch, "output", Map.of()), DirectBuffers.floats(expected));
        }
      }
    }
  }

  static Stream<DecoderSpec> decoders() {
    return Stream.of(
        DecoderSpec.DOT,
        DecoderSpec.distMult(1),
        DecoderSpec.distMult(3),
        DecoderSpec.complex(1),
        DecoderSpec.complex(3),
        DecoderSpec.mlp(9, 1),
        DecoderSpec.mlp(9, 4));
  }

  /** Of many layers all vertices are seeds, as a sampled batch would grow with each layer. */
  private static MiniBatch batch(ModelSpec spec, int seeds) {
    return spec.layers() > 4
        ? BatchFixtures.whole("whole", spec, seeds, 6, 11 + seeds).batch()
        : BatchFixtures.random("sampled", spec, seeds, 6, 11 + seeds).batch();
  }

  @ParameterizedTest
  @MethodSource("decoders")
  void scoresPairsAsTheReferenceDoes(DecoderSpec decoder) throws OrtException {
    ModelSpec spec = new ModelSpec(new GraphSage(), Models.DIM, 24, 8, 2, 0, 0).with(decoder);
    ByteBuffer parameters = BatchFixtures.parameters(spec, 3);
    MiniBatch batch = BatchFixtures.random("sampled", spec, 12, 6, 11).batch();
    int[] heads = {0, 11, 5, 5, 7};
    int[] tails = {3, 0, 5, 8, 1};
    int[] relations = {2, 0, 1, 2, 0};
    ByteBuffer expected = DirectBuffers.zeros(heads.length * spec.outputs());
    try (ModelSession reference = new ReferenceBackend().open(spec)) {
      reference.score(
          batch,
          new SeedPairs(
              heads.length,
              DirectBuffers.ofInts(heads),
              DirectBuffers.ofInts(tails),
              decoder.relations() > 1 ? DirectBuffers.ofInts(relations) : null),
          parameters,
          expected);
    }
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    Map<String, long[]> pairs =
        Map.of("heads", longs(heads), "tails", longs(tails), "relations", longs(relations));
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      try (OrtSession session =
          environment.createSession(
              WholeModel.write(spec, DirectBuffers.floats(parameters)), options)) {
        assertThat(session.getInputNames().contains("relations"))
            .isEqualTo(decoder.relations() > 1);
        assertClose(
            run(environment, session, batch, "scores", pairs), DirectBuffers.floats(expected));
      }
    }
  }

  private static long[] longs(int[] values) {
    return Arrays.stream(values).asLongStream().toArray();
  }

  private static void assertClose(float[] rows, float[] expected) {
    assertThat(rows).hasSameSizeAs(expected);
    for (int i = 0; i < rows.length; i++) {
      assertThat(rows[i])
          .isCloseTo(expected[i], within(1e-4f * Math.max(1, Math.abs(expected[i]))));
    }
  }

  private static float[] run(
      OrtEnvironment environment,
      OrtSession session,
      MiniBatch batch,
      String output,
      Map<String, long[]> pairs)
      throws OrtException {
    Map<String, OnnxTensor> inputs = new HashMap<>();
    for (String name : session.getInputNames()) {
      inputs.put(
          name,
          pairs.containsKey(name)
              ? integers(environment, pairs.get(name))
              : input(environment, name, batch));
    }
    try (OrtSession.Result result = session.run(inputs)) {
      FloatBuffer rows = ((OnnxTensor) result.get(output).orElseThrow()).getFloatBuffer();
      float[] values = new float[rows.remaining()];
      rows.get(values);
      return values;
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  private static OnnxTensor input(OrtEnvironment environment, String name, MiniBatch batch)
      throws OrtException {
    if (name.equals("features")) {
      ByteBuffer rows = ((BatchInput.Rows) batch.input()).rows();
      return floats(environment, rows, batch.blocks().get(0).sources(), Models.DIM);
    }
    final int split = name.lastIndexOf('_');
    final Block block = batch.blocks().get(Integer.parseInt(name.substring(split + 1)));
    return switch (name.substring(0, split)) {
      case "destinations" -> integers(environment, block.destinations());
      case "neighbors" -> integers(environment, ints(block.neighbors(), block.edges()));
      case "edge_destinations" -> integers(environment, destinations(block));
      case "edge_weights" -> floats(environment, block.edgeWeights(), block.edges(), 1);
      case "self_weights" -> floats(environment, block.selfWeights(), block.destinations(), 1);
      case "edge_features" -> floats(environment, block.edgeFeatures(), block.edges(), 3);
      case "edge_types" -> integers(environment, ints(block.edgeTypes(), block.edges()));
      case "vertex_types" -> integers(environment, ints(block.vertexTypes(), block.sources()));
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static long[] ints(ByteBuffer buffer, int count) {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = buffer.getInt(4 * i);
    }
    return values;
  }

  private static long[] destinations(Block block) {
    long[] destinations = new long[block.edges()];
    for (int i = 0; i < block.destinations(); i++) {
      for (int e = block.offsets().getInt(4 * i); e < block.offsets().getInt(4 * i + 4); e++) {
        destinations[e] = i;
      }
    }
    return destinations;
  }

  private static OnnxTensor integers(OrtEnvironment environment, long... values)
      throws OrtException {
    return OnnxTensor.createTensor(
        environment, LongBuffer.wrap(values), new long[] {values.length});
  }

  private static OnnxTensor floats(
      OrtEnvironment environment, ByteBuffer rows, int count, int columns) throws OrtException {
    FloatBuffer values =
        rows.duplicate().order(rows.order()).asFloatBuffer().limit(count * columns);
    return OnnxTensor.createTensor(environment, values, new long[] {count, columns});
  }
}
