// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.layer.AttentionSettings;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.GatE;
import io.graphember.spi.model.layer.GatedGcn;
import io.graphember.spi.model.layer.Gatv2;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.Gin;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.spi.model.layer.GraphSageLstm;
import io.graphember.spi.model.layer.GraphSagePool;
import io.graphember.spi.model.layer.Hgt;
import io.graphember.spi.model.layer.Rgcn;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProgramTest {
  private static final List<Architecture> ALL =
      List.of(
          new GraphSage(),
          new GraphSagePool(),
          new GraphSageLstm(2),
          new Gcn(),
          new Gin(),
          new Gat(new AttentionSettings(2, 2, 0.2f, 0.1f)),
          new Gatv2(2, 2),
          new GatedGcn(),
          new GatE(2, 2),
          new Rgcn(2),
          new Hgt(2, 0.1f));

  private static Program layer(Architecture kind, float inputDropout) {
    LayerOptions options = LayerOptions.DEFAULT.withTypes(2, 2).withEdgeDim(3);
    return new ModelSpec(kind, 8, 4, 3, 2, inputDropout, 0f).with(options).program(0);
  }

  private static List<Operator> operators(Program program) {
    return program.operations().stream().map(Operation::operator).toList();
  }

  @Test
  void aLayerIsAListOfOperations() {
    assertThat(operators(layer(new GraphSage(), 0)))
        .containsExactly(
            Operator.INPUT,
            Operator.NEIGHBOR_MEAN,
            Operator.DESTINATIONS,
            Operator.LINEAR,
            Operator.LINEAR,
            Operator.ADD,
            Operator.ROW,
            Operator.ADD,
            Operator.RELU);
    Operation output = layer(new GraphSage(), 0).output();
    assertThat(output.space()).isEqualTo(Space.DESTINATIONS);
    assertThat(output.columns()).isEqualTo(4);
  }

  @Test
  void everyOperatorIsUsedByABuiltInModel() {
    Set<Operator> used = EnumSet.noneOf(Operator.class);
    for (Normalization normalization : Normalization.values()) {
      LayerOptions options =
          LayerOptions.DEFAULT.withEdgeDim(3).withTypes(2, 2).with(true, normalization);
      for (Architecture kind : ALL) {
        ModelSpec spec = new ModelSpec(kind, 4, 4, 4, 2, 0.1f, 0.1f).with(options);
        spec.programs().forEach(program -> used.addAll(operators(program)));
      }
    }
    LayerOptions jumping = LayerOptions.DEFAULT.with(JumpingKnowledge.LSTM, DenseLayers.NONE);
    new ModelSpec(new Gcn(), 8, 4, 3, 2, 0, 0)
        .with(jumping)
        .programs()
        .forEach(program -> used.addAll(operators(program)));
    used.addAll(operators(DecoderSpec.mlp(3, 2).program(4).orElseThrow()));
    used.addAll(operators(layer(new Gcn(), 0).aggregated()));
    assertThat(used).isEqualTo(EnumSet.allOf(Operator.class));
  }

  @Test
  void aSharedPartMayBeWrittenAgain() {
    Sources rows = Sources.ofLayer(0, 3);
    Sources once = rows.shared("part", () -> rows.linear("weight", 3).bias("bias"));
    Sources twice = once.shared("part", () -> once.linear("weight", 3).bias("bias"));
    Sources nested =
        twice.shared("outer", () -> twice.shared("inner", () -> twice.linear("weight", 3)));
    Program program = nested.destinations().linear("weight", 2).program();
    assertThat(program.weights())
        .extracting(Weight::name, Weight::shared)
        .containsExactly(
            tuple("part.weight", true),
            tuple("part.bias", true),
            tuple("outer.inner.weight", true),
            tuple("weight", false));
  }

  @Test
  void weightsOfASharedPartHaveNamesOfTheirOwn() {
    Sources rows = Sources.ofLayer(0, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows.shared("part", () -> rows.linear("weight", 3).linear("weight", 3)))
        .withMessage("two weights of the shared part part are named weight");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows.shared("part", () -> rows.destinations().batchNorm("norm")))
        .withMessage(
            "weight norm_mean of the shared part part is a running mean, which layers cannot"
                + " share");
  }

  @Test
  void evaluationHasNoDropout() {
    Program training = layer(new Gcn(), 0.5f);
    assertThat(operators(training)).contains(Operator.DROPOUT);
    Program evaluation = training.inEvaluation();
    assertThat(evaluation).isEqualTo(layer(new Gcn(), 0));
    assertThat(evaluation.inEvaluation()).isEqualTo(evaluation);
  }

  @Test
  void evaluationHasRowsOfStatisticsWhereTrainingHasThoseOfBatches() {
    Program training =
        Sources.ofLayer(0, 3).neighborSum().linear("weight", 2).batchNorm("norm").program();
    assertThat(training.weights())
        .filteredOn(Weight::statistic)
        .extracting(Weight::name, Weight::initial)
        .containsExactly(tuple("norm_mean", 0.0), tuple("norm_variance", 1.0));
    assertThat(operators(training).stream().filter(o -> o == Operator.BATCH_MEAN)).hasSize(2);
    Program evaluation = training.inEvaluation();
    assertThat(evaluation.weights()).isEqualTo(training.weights());
    assertThat(operators(evaluation))
        .containsExactly(
            Operator.INPUT,
            Operator.NEIGHBOR_SUM,
            Operator.LINEAR,
            Operator.ROW,
            Operator.SCALE,
            Operator.ADD,
            Operator.ROW,
            Operator.INVERSE_ROOT,
            Operator.MULTIPLY,
            Operator.ROW,
            Operator.MULTIPLY,
            Operator.ROW,
            Operator.ADD);
    assertThat(evaluation.inEvaluation()).isEqualTo(evaluation);
  }

  @Test
  void dropoutsOfAModelHaveStreamsOfTheirOwn() {
    ModelSpec spec =
        new ModelSpec(new Gat(new AttentionSettings(1, 1, 0.2f, 0.4f)), 4, 4, 4, 9, 0.1f, 0.1f);
    List<Integer> streams =
        spec.programs().stream()
            .flatMap(program -> program.operations().stream())
            .filter(operation -> operation.operator() == Operator.DROPOUT)
            .map(Operation::stream)
            .toList();
    // Those of the rows that enter the first four are the layers' numbers.
    assertThat(streams).startsWith(0, 4, 1, 5, 2, 6, 3, 7, 1 << 20, (1 << 20) + 4);
    assertThat(streams).hasSize(18).doesNotHaveDuplicates();
  }

  /** The rows that enter a layer are handed on in front of its own; dense layers have names. */
  @Test
  void layersHandOnWhatTheOutputsAreMadeOf() {
    ModelSpec plain = new ModelSpec(new Gcn(), 8, 4, 3, 4, 0, 0);
    ModelSpec concat =
        plain.with(LayerOptions.DEFAULT.with(JumpingKnowledge.CONCAT, DenseLayers.NONE));
    assertThat(IntStream.range(0, 4).map(concat::layerInput)).containsExactly(8, 4, 8, 12);
    assertThat(IntStream.range(0, 4).map(concat::layerOutput)).containsExactly(4, 8, 12, 3);
    assertThat(concat.embeddingDim()).isEqualTo(12);
    ModelSpec max =
        plain.with(LayerOptions.DEFAULT.with(JumpingKnowledge.MAX, new DenseLayers(1, 2)));
    assertThat(IntStream.range(0, 4).map(max::layerInput)).containsExactly(8, 4, 8, 8);
    assertThat(max.program(3).weights())
        .extracting(Weight::name)
        .containsExactly(
            "weight", "bias", "weight_dense0", "bias_dense0", "weight_dense1", "bias_dense1");
    assertThat(max.program(2).weights())
        .extracting(Weight::name)
        .containsExactly("weight", "bias", "weight_dense0", "bias_dense0");
  }

  @Test
  void refusesColumnsAndDenseLayersThatCannotBe() {
    Sources rows = Sources.ofLayer(0, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows.columns(2, 2))
        .withMessage("rows of 3 columns have no 2 from 2 on");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DenseLayers(0, 17))
        .withMessage("dense layers must be 0 to 16: between=0 after=17");
  }

  @Test
  void neighborsMayBeAddedUpBeforehandIfNothingElseLooksAtThem() {
    assertThat(layer(new Gcn(), 0).aggregator()).contains(Operator.NEIGHBOR_WEIGHTED_SUM);
    assertThat(layer(new GraphSage(), 0).aggregator()).contains(Operator.NEIGHBOR_MEAN);
    assertThat(layer(new Gin(), 0).aggregator()).contains(Operator.NEIGHBOR_SUM);
    for (Architecture kind : ALL) {
      assertThat(layer(kind, 0).aggregator().isPresent())
          .as("%s", kind)
          .isEqualTo(kind instanceof Gcn || kind instanceof GraphSage || kind instanceof Gin);
    }
    assertThat(layer(new Gcn(), 0.5f).aggregator()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> layer(new Gat(1, 1), 0).aggregated())
        .withMessage("the layer does not take aggregated input");
    Sources rows = Sources.ofLayer(0, 3);
    Program both = rows.neighborMean().plus(rows.neighborSum()).program();
    assertThat(both.aggregator()).isEmpty();
  }

  @Test
  void aggregatedInputTakesThePlaceOfTheSum() {
    Program program = layer(new Gcn(), 0).aggregated();
    assertThat(operators(program))
        .containsExactly(
            Operator.INPUT,
            Operator.AGGREGATED,
            Operator.SELF_WEIGHTED,
            Operator.ADD,
            Operator.LINEAR,
            Operator.ROW,
            Operator.ADD,
            Operator.RELU);
    assertThat(program.operations().get(0).space()).isEqualTo(Space.DESTINATIONS);
    assertThat(program.weights()).isEqualTo(layer(new Gcn(), 0).weights());
  }

  @Test
  void aProgramMayBeginAtOneOfItsValues() {
    Program gcn = layer(new Gcn(), 0).aggregated();
    assertThat(operators(gcn.after(4)))
        .containsExactly(Operator.INPUT, Operator.ROW, Operator.ADD, Operator.RELU);
    assertThat(gcn.after(4).operation(0).columns()).isEqualTo(4);
  }

  @Test
  void aProgramCanBeWrittenOnceMore() {
    Program gat = layer(new Gat(1, 1), 0.5f);
    assertThat(Sources.ofLayer(0, 8).apply(gat).program()).isEqualTo(gat);
    Program ofDestinations = layer(new Gcn(), 0).aggregated().after(4);
    Program rest = Sources.ofLayer(0, 4).apply(ofDestinations).program();
    assertThat(operators(rest))
        .containsExactly(
            Operator.INPUT, Operator.DESTINATIONS, Operator.ROW, Operator.ADD, Operator.RELU);
    assertThat(rest.weights()).extracting(Weight::name).containsExactly("bias");
  }

  @Test
  void aWeightThatTheOutputDoesNotDependOnIsRefused() {
    Destinations rows = Sources.ofLayer(0, 3).neighborMean();
    rows.linear("forgotten", 5);
    Destinations output = rows.linear("weight", 5);
    assertThatIllegalArgumentException()
        .isThrownBy(output::program)
        .withMessage("the output does not depend on weight forgotten");
  }

  @Test
  void productsMayComeBeforeSums() {
    Program gcn = layer(new Gcn(), 0).productFirst();
    assertThat(operators(gcn).subList(0, 6))
        .containsExactly(
            Operator.INPUT,
            Operator.LINEAR,
            Operator.NEIGHBOR_WEIGHTED_SUM,
            Operator.DESTINATIONS,
            Operator.SELF_WEIGHTED,
            Operator.ADD);
    assertThat(gcn.operation(1).space()).isEqualTo(Space.SOURCES);
    assertThat(gcn.operations()).allMatch(o -> o == gcn.operation(0) || o.columns() == 4);
    Program sage = layer(new GraphSage(), 0).productFirst();
    // The product of the destinations' own rows stays one of few rows.
    assertThat(sage.operations().stream().filter(o -> o.operator() == Operator.LINEAR))
        .extracting(Operation::space)
        .containsExactlyInAnyOrder(Space.SOURCES, Space.DESTINATIONS);
    Program gat = layer(new Gat(1, 1), 0);
    assertThat(gat.productFirst()).isSameAs(gat);
  }

  @Test
  void theShapesDecideWhatIsCheaper() {
    Program narrowing = layer(new Gcn(), 0);
    assertThat(narrowing.productFirstIsCheaper(10, 20, 1000)).isTrue();
    assertThat(narrowing.productFirstIsCheaper(10, 100_000, 1000)).isFalse();
    assertThat(layer(new Gat(1, 1), 0).productFirstIsCheaper(10, 20, 1000)).isFalse();
  }

  @Test
  void whatALayerLooksAtIsKnown() {
    Program hgt = layer(new Hgt(1, 0), 0);
    assertThat(hgt.usesEdgeTypes()).isTrue();
    assertThat(hgt.usesVertexTypes()).isTrue();
    assertThat(hgt.edgeFeatures()).isZero();
    assertThat(hgt.usesEdges()).isTrue();
    Program neighborhoods = Sources.ofLayer(0, 3).destinations().neighborhoods().sum().program();
    assertThat(neighborhoods.usesEdges()).isTrue();
    assertThat(neighborhoods.usesEdgeTypes()).isTrue();
    assertThat(layer(new GraphSage(), 0).usesEdges()).isFalse();
    Program rgcn = layer(new Rgcn(), 0);
    assertThat(rgcn.usesEdgeTypes()).isTrue();
    assertThat(rgcn.usesVertexTypes()).isFalse();
    assertThat(layer(new GatE(1, 1), 0).edgeFeatures()).isEqualTo(3);
    assertThat(layer(new Gcn(), 0).usesEdgeTypes()).isFalse();
    assertThat(DecoderSpec.distMult(2).program(4).orElseThrow().usesRelations()).isTrue();
    assertThat(DecoderSpec.DOT.program(4).orElseThrow().usesRelations()).isFalse();
  }

  @Test
  void hgtMultipliesByEdgeTypesOnceForAllEdgesOfANeighborhood() {
    Program hgt = layer(new Hgt(1, 0), 0);
    assertThat(hgt.operations())
        .filteredOn(o -> o.operator().name().startsWith("TYPED_LINEAR"))
        .extracting(Operation::space)
        .containsExactly(
            Space.SOURCES,
            Space.DESTINATIONS,
            Space.NEIGHBORHOODS,
            Space.SOURCES,
            Space.NEIGHBORHOODS,
            Space.DESTINATIONS);
    // As in models that were stored before.
    assertThat(hgt.weights())
        .extracting(Weight::name)
        .containsExactly(
            "key",
            "key_bias",
            "query",
            "query_bias",
            "attention",
            "prior",
            "value",
            "value_bias",
            "message",
            "update",
            "update_bias");
  }

  @Test
  void aRowOfEachTypeThatNothingElseLooksAtMayBeAddedWithTheProduct() {
    Program hgt = layer(new Hgt(1, 0), 0);
    assertThat(hgt.operations().stream().filter(hgt::isTypedSum)).hasSize(4);
    Sources rows = Sources.ofLayer(0, 6);
    Sources product = rows.typedLinear("w", 2, 1, 4);
    Sources sum = product.plus(rows.typeRow("b", 2, 4, 0));
    assertThat(sum.program().isTypedTerm(1)).isTrue();
    Program twice = sum.plus(product).program();
    assertThat(twice.operations()).noneMatch(twice::isTypedSum);
  }

  @Test
  void whatCannotBeIsRefused() {
    Sources rows = Sources.ofLayer(0, 6);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows.sumInHeads(4))
        .withMessage("6 columns do not divide into 4 heads");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows.plus(rows.linear("w", 4)))
        .withMessage("rows of 6 columns do not go with rows of 4");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows.plus(Sources.ofLayer(1, 6)))
        .withMessage("rows of another program");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows.dropout(1f))
        .withMessage("dropout must be in [0, 1), was 1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows.destinations().neighborhoods().dropout(0.5f))
        .withMessage("no dropout of NEIGHBORHOODS");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows.linear("w", 4))
        .withMessage("two weights are named w");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Program(List.of(), List.of()))
        .withMessageContaining("at least one operation");
    Operation self = Operation.of(Operator.RELU, Space.SOURCES, 1, 0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Program(List.of(self), List.of()))
        .withMessage("operation 0 uses 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModelSpec(new Gat(2, 1), 8, 5, 3, 2, 0, 0).program(0))
        .withMessage("5 columns do not divide into 2 heads");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModelSpec(new GatE(1, 1), 8, 5, 3, 2, 0, 0).program(0))
        .withMessage("its edges have no features, gat does without");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Gat(0, 1))
        .withMessageContaining("heads=0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AttentionSettings(1, 1, 0.2f, 1f))
        .withMessageContaining("dropout=1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LayerOptions.DEFAULT.withEdgeDim(-1))
        .withMessageContaining("edgeDim=-1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DecoderSpec(DecoderSpec.Kind.DOT, 1, 2, 1))
        .withMessage("DOT gives one score, not 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DecoderSpec.mlp(0, 2))
        .withMessageContaining("hidden=0");
  }
}
