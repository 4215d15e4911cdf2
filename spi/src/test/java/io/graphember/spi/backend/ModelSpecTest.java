// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.graphember.spi.backend.ParameterLayout.Parameter;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.spi.model.DenseLayers;
import io.graphember.spi.model.Destinations;
import io.graphember.spi.model.JumpingKnowledge;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.LayerShape;
import io.graphember.spi.model.Sources;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.GatE;
import io.graphember.spi.model.layer.GatedGcn;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.spi.model.layer.Hgt;
import io.graphember.spi.model.layer.Rgcn;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ModelSpecTest {
  private static final ModelSpec GCN = new ModelSpec(new Gcn(), 5, 4, 3, 2, 0f, 0f);
  private static final ModelSpec SAGE = new ModelSpec(new GraphSage(), 5, 4, 3, 1, 0f, 0f);

  @Test
  void laysParametersOutLayerByLayerWithoutGaps() {
    ParameterLayout layout = GCN.layout();
    assertThat(layout.parameters())
        .containsExactly(
            new Parameter("layer0.weight", 5, 4, 0, 0, Math.sqrt(6.0 / 9), false),
            new Parameter("layer0.bias", 1, 4, 20, 0, 0, false),
            new Parameter("layer1.weight", 4, 3, 24, 0, Math.sqrt(6.0 / 7), false),
            new Parameter("layer1.bias", 1, 3, 36, 0, 0, false));
    assertThat(layout.length()).isEqualTo(39);
    assertThat(layout.get("layer1.bias").offset()).isEqualTo(36);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> layout.get("layer2.bias"))
        .withMessageContaining("layer2.bias");
  }

  @Test
  void whatLayersShareIsLaidOutOnce() {
    ModelSpec spec = new ModelSpec(new GatedGcn(), 5, 4, 3, 3, 0f, 0f);
    ParameterLayout layout = spec.layout();
    assertThat(layout.parameters())
        .extracting(Parameter::name)
        .doesNotHaveDuplicates()
        .containsSubsequence(
            "shared.edges0.weight_source", "layer0.bias", "shared.edges1.weight_value");
    Parameter shared = layout.get("shared.edges0.weight_source");
    for (int k = 0; k < 3; k++) {
      assertThat(layout.of(k)).hasSameSizeAs(spec.program(k).weights()).contains(shared);
    }
    assertThat(layout.of(0)).doesNotContain(layout.get("shared.edges1.weight_source"));
    final int weight = layout.of(2).indexOf(shared);
    assertThat(layout.parameters().get(layout.number(2, weight))).isEqualTo(shared);
    assertThat(layout.length())
        .isEqualTo(layout.parameters().stream().mapToInt(Parameter::length).sum());
  }

  @Test
  void rowsOfALayerThatLooksBackAreThoseOfAllLayers() {
    ModelSpec spec = new ModelSpec(new GatedGcn(), 5, 4, 3, 3, 0f, 0f);
    assertThat(IntStream.range(0, 3).map(spec::layerInput)).containsExactly(5, 8, 12);
    assertThat(spec.embeddingDim()).isEqualTo(12);
    ModelSpec jumping =
        spec.with(LayerOptions.DEFAULT.with(JumpingKnowledge.CONCAT, DenseLayers.NONE));
    assertThat(IntStream.range(0, 3).map(jumping::layerInput)).containsExactly(5, 8, 16);
  }

  /** A layer whose matrix all layers share, though they are not equally wide. */
  private static final class Tied implements Architecture {
    @Override
    public String name() {
      return "TIED";
    }

    @Override
    public Destinations layer(Sources rows, LayerShape shape) {
      return rows.shared("all", () -> rows.linear("weight", shape.out())).neighborMean();
    }
  }

  @Test
  void sharedWeightsHaveOneShape() {
    ModelSpec square = new ModelSpec(new Tied(), 4, 4, 4, 3, 0f, 0f);
    assertThat(square.layout().parameters())
        .extracting(Parameter::name)
        .containsExactly("shared.all.weight");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModelSpec(new Tied(), 4, 4, 3, 3, 0f, 0f).layout())
        .withMessage(
            "layers share shared.all.weight, but not its shape and first values: name the parts"
                + " differently");
  }

  /** A mean of neighbours with the destination among them. */
  private static final class LoopedMean implements Architecture {
    @Override
    public String name() {
      return "LOOPED_MEAN";
    }

    @Override
    public Destinations layer(Sources rows, LayerShape shape) {
      return rows.neighborMean().linear("weight", shape.out());
    }

    @Override
    public boolean selfLoops() {
      return true;
    }
  }

  @Test
  void selfLoopsAreForLayersThatLookAtEdges() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModelSpec(new LoopedMean(), 5, 4, 3, 1, 0f, 0f).programs())
        .withMessage(
            "layer 0 of LOOPED_MEAN adds up rows of neighbours, among which self loops are not: add"
                + " the destinations' own rows, or look at single edges");
  }

  @Test
  void graphSageHasAMatrixForTheVertexAndOneForItsNeighbors() {
    assertThat(SAGE.layout().parameters())
        .extracting(Parameter::name)
        .containsExactly("layer0.weight_self", "layer0.weight_neighbor", "layer0.bias");
    assertThat(SAGE.layout().length()).isEqualTo(5 * 3 + 5 * 3 + 3);
  }

  @Test
  void embeddingIsTheInputOfTheLastLayer() {
    assertThat(GCN.embeddingDim()).isEqualTo(4);
    assertThat(SAGE.embeddingDim()).isEqualTo(3);
  }

  @Test
  void refusesWhatIsOutOfRange() {
    assertRefused(0, 4, 1, 0f, "input=0");
    assertRefused(5, 4, 0, 0f, "layers must be 1 to 128, was 0");
    assertRefused(5, 4, 129, 0f, "was 129");
    assertRefused(5, 4, 2, 1f, "input=1.0");
    assertRefused(5, 4, 2, Float.NaN, "input=NaN");
  }

  private static void assertRefused(
      int inputDim, int hiddenDim, int layers, float inputDropout, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ModelSpec(new Gcn(), inputDim, hiddenDim, 3, layers, inputDropout, 0f))
        .withMessageContaining(message);
  }

  @Test
  void refusesABatchThatDoesNotFit() {
    Block mean = new Block(1, 2, 0, ints(2), ints(0), null, null);
    Block weighted = new Block(1, 2, 0, ints(2), ints(0), ints(0), ints(1));
    BatchInput rows = new BatchInput.Rows(ints(2 * 5));
    SAGE.requireFits(new MiniBatch(List.of(mean), rows, 0));
    SAGE.requireFits(new MiniBatch(List.of(mean), new BatchInput.Aggregated(ints(5), ints(5)), 0));
    assertRefused(GCN, new MiniBatch(List.of(weighted), rows, 0), "1 blocks");
    ModelSpec gcn = new ModelSpec(new Gcn(), 5, 4, 3, 1, 0f, 0f);
    gcn.requireFits(new MiniBatch(List.of(weighted), rows, 0));
    assertRefused(
        gcn, new MiniBatch(List.of(mean), rows, 0), "gcn needs blocks with weights of edges");
    BatchInput shortRows = new BatchInput.Rows(ints(2 * 5 - 1));
    assertRefused(SAGE, new MiniBatch(List.of(mean), shortRows, 0), "rows holds 36 bytes");
    BatchInput shortSums = new BatchInput.Aggregated(ints(5), ints(4));
    assertRefused(SAGE, new MiniBatch(List.of(mean), shortSums, 0), "aggregated holds 16 bytes");
  }

  @Test
  void refusesABlockThatLacksWhatALayerLooksAt() {
    Block plain = new Block(1, 2, 3, ints(2), ints(3), null, null);
    Block typed = plain.withTypes(ints(3), null);
    Block featured = plain.withEdgeFeatures(ints(3 * 4 - 1));
    assertRefused(one(new Rgcn()), batch(plain), "rgcn needs blocks with types of edges");
    one(new Rgcn()).requireFits(batch(typed));
    assertRefused(one(new Hgt(1, 0)), batch(typed), "hgt needs blocks with types of vertices");
    assertRefused(one(new GatE(1, 1)), batch(plain), "gat-e needs blocks with features of edges");
    assertRefused(one(new GatE(1, 1)), batch(featured), "edgeFeatures holds 44 bytes");
    MiniBatch aggregated =
        new MiniBatch(List.of(plain), new BatchInput.Aggregated(ints(5), ints(5)), 0);
    assertRefused(one(new Gat(1, 1)), aggregated, "gat takes no aggregated input");
  }

  private static ModelSpec one(Architecture kind) {
    return new ModelSpec(kind, 5, 4, 3, 1, 0f, 0f)
        .with(LayerOptions.DEFAULT.withEdgeDim(4).withTypes(2, 2));
  }

  private static MiniBatch batch(Block block) {
    return new MiniBatch(List.of(block), new BatchInput.Rows(ints(2 * 5)), 0);
  }

  @Test
  void refusesTargetsThatDoNotFit() {
    MiniBatch batch = batch(new Block(1, 2, 0, ints(2), ints(0), null, null));
    SeedPairs pairs = new SeedPairs(3, ints(3), ints(3));
    assertRefused(SAGE, batch, Targets.classes(ints(0), 1), "labels holds 0 bytes, needs 4");
    assertRefused(
        SAGE, batch, Targets.ofSeeds(new Loss.Classes(ints(1), ints(2)), 1), "weights holds 8");
    assertRefused(SAGE, batch, Targets.ofSeeds(new Loss.Labels(ints(2)), 1), "labels holds 8");
    assertRefused(SAGE, batch, Targets.ofSeeds(new Loss.Values(ints(2)), 1), "values holds 8");
    assertRefused(
        SAGE,
        batch,
        Targets.ofPairs(pairs, new Loss.Labels(ints(3)), 1),
        "there are pairs, but the model has no decoder");
    ModelSpec dot = SAGE.with(DecoderSpec.DOT);
    assertRefused(dot, batch, Targets.classes(ints(1), 1), "but the targets have none");
    assertRefused(
        dot,
        batch,
        Targets.ofPairs(pairs, new Loss.Ranking(1), 1),
        "groups of 2 need one output a row and whole groups: outputs=1 rows=3");
    assertRefused(
        SAGE.with(DecoderSpec.distMult(2)),
        batch,
        Targets.ofPairs(pairs, new Loss.Labels(ints(3)), 1),
        "DIST_MULT needs pairs with relations, there are none");
    assertRefused(
        SAGE.with(DecoderSpec.mlp(2, 1)),
        batch,
        Targets.ofPairs(pairs, new Loss.InBatch(), 1),
        "softmax over the batch needs the decoder DOT, DIST_MULT or COMPLEX, not MLP");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Loss.Margin(1, 0))
        .withMessage("the margin must be positive, was 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Loss.Ranking(0))
        .withMessage("a group needs a negative, has 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SeedPairs(4, ints(4), ints(3)))
        .withMessage("tails holds 12 bytes, needs 16");
  }

  @Test
  void aDecoderComesAfterTheLayers() {
    ModelSpec spec = GCN.with(DecoderSpec.mlp(6, 2));
    assertThat(spec.layout().of(2))
        .extracting(Parameter::name)
        .containsExactly(
            "decoder.weight_hidden",
            "decoder.bias_hidden",
            "decoder.weight_out",
            "decoder.bias_out");
    assertThat(spec.outputs()).isEqualTo(2);
    assertThat(spec.embeddingDim()).isEqualTo(3);
    assertThat(GCN.outputs()).isEqualTo(3);
  }

  private static void assertRefused(
      ModelSpec spec, MiniBatch batch, Targets targets, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec.requireStepFits(batch, targets, false))
        .withMessageContaining(message);
  }

  private static void assertRefused(ModelSpec spec, MiniBatch batch, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec.requireFits(batch))
        .withMessageContaining(message);
  }

  private static ByteBuffer ints(int count) {
    return ByteBuffer.allocateDirect(4 * count);
  }
}
