// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static io.graphember.training.job.JobSettingsTest.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsDocument;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.DenseLayers;
import io.graphember.spi.model.JumpingKnowledge;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.AttentionSettings;
import io.graphember.spi.model.layer.Gat;
import io.graphember.spi.model.layer.Gin;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.GraphShape;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class ModelSettingsTest {
  private static final List<Class<? extends Architecture>> FOUND =
      ServiceLoader.load(Architecture.class).stream()
          .<Class<? extends Architecture>>map(ServiceLoader.Provider::type)
          .toList();

  private static final String ATTENTION =
      """
      name: j
      graph: {name: g}
      model: {type: gat, heads: 4, outputHeads: 2, attentionSlope: 0.1, attentionDropout: 0.6,
        residual: true, learnableDim: 9, normalization: layer, jumpingKnowledge: max,
        denseBetween: 1, denseAfter: 2}
      """;

  @Test
  void headsShareTheWidthOfALayer() {
    assertThatThrownBy(() -> bind("{name: j, graph: {name: g}, model: {type: gat, hidden: 12}}"))
        .hasMessageContaining("must be a multiple of model.heads, which is 8");
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, model: {type: hgt, residual: true}}"))
        .hasMessageContaining("must be false with model.type: hgt, which has its own");
    GraphShape featureless = GraphShape.of(0, 2);
    assertThat(bind("{name: j, graph: {name: g}}").ofModel().model().spec(featureless).inputDim())
        .isEqualTo(64);
    ModelSpec spec =
        bind(ATTENTION)
            .ofModel()
            .model()
            .spec(
                new GraphShape(
                    List.of(7, 0, 3, 0, 1), 4, 3, List.of("cites", "likes"), List.of(4L, 5L)));
    assertThat(spec.options())
        .isEqualTo(
            LayerOptions.DEFAULT
                .withEdgeDim(3)
                .withTypes(2, 5)
                .with(true, Normalization.LAYER)
                .with(JumpingKnowledge.MAX, new DenseLayers(1, 2)));
    assertThat(spec.kind()).isEqualTo(new Gat(new AttentionSettings(4, 2, 0.1f, 0.6f)));
  }

  @Test
  void epsilonOfGinIsLearnedUnlessItIsSaidOtherwise() {
    assertThat(architecture("gin")).isEqualTo(new Gin(true));
    assertThat(architecture("gin, learnEpsilon: false")).isEqualTo(new Gin(false));
    assertThatThrownBy(() -> architecture("gcn, learnEpsilon: false"))
        .hasMessageContaining("does not go with type: gcn, but with gin");
  }

  private static Architecture architecture(String type) {
    return bind("{name: j, graph: {name: g}, model: {type: %s}}".formatted(type))
        .ofModel()
        .model()
        .architecture();
  }

  @Test
  void aSectionHasTheSettingsOfItsModelOnly() {
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, model: {type: gcn, heads: 2, bases: 3}}"))
        .hasMessage(
            """
            2 settings are wrong:
            job.yaml:1: model.heads = 2: does not go with type: gcn, but with gat, gatv2, gat-e, hgt
            job.yaml:1: model.bases = 3: does not go with type: gcn, but with rgcn""");
    assertThatThrownBy(() -> bind("{name: j, graph: {name: g}, model: {type: gatt}}"))
        .hasMessageContaining("model.type = gatt: must be one of graphsage, graphsage-pool,")
        .hasMessageContaining("did you mean gat?");
    for (Class<? extends Architecture> found : FOUND) {
      assertThat(SettingsDocument.parse("defaults", "{}").bind(found))
          .as("what the constructor without parameters gives")
          .isEqualTo(instance(found));
    }
  }

  private static Architecture instance(Class<? extends Architecture> record) {
    try {
      return record.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** A model that looks at types follows each by a rule of its own, in the order of the types. */
  @Test
  void typesAreFollowedApartForAModelThatLooksAtThem() {
    GraphShape graph =
        new GraphShape(List.of(5, 5), 2, 0, List.of("owns", "pays"), List.of(4L, 5L));
    JobSettings job =
        bind("{name: j, graph: {name: g}, model: {type: rgcn}, training: {fanouts: [4, 3]}}");
    HopRules rules = TrainingParameters.of(job, graph).rules();
    assertThat(rules.hops().get(1))
        .containsExactly(EdgeRule.in(3).ofType(0), EdgeRule.in(3).ofType(1));
    assertThat(TrainingParameters.of(bind("{name: j, graph: {name: g}}"), graph).rules().plain())
        .isTrue();
  }
}
