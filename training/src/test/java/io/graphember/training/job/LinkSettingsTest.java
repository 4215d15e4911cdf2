// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static io.graphember.training.job.JobSettingsTest.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.sampling.SamplingError;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.DecoderSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkSettingsTest {
  @Test
  void edgesArePredictedByTheWidthOfTheModel() {
    JobSettings job = bind("{name: j, graph: {name: g}, model: {hidden: 24}, links: {}}");
    assertThat(job.spec(GraphShape.of(5, 24)).decoder()).isEqualTo(DecoderSpec.DOT);
    assertThat(job.heldOut()).isEqualTo(0.1);
    LinkPlan plan = TrainingParameters.of(job, GraphShape.of(5, 24)).links().orElseThrow();
    assertThat(plan.edges().draws(EdgePart.TRAIN)).isEqualTo(950);
    assertThat(plan.edges().draws(EdgePart.VALID)).isEqualTo(50);
    assertThat(plan.edges().edgeTypes()).isEmpty();
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, links: {}, sampling: {replace: true}}"))
        .hasMessageContaining(
            "must be false with links: edges that are to be predicted are passed over");
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, links: {}, training: {balanceClasses: true}}"))
        .hasMessageContaining("training.balanceClasses = true: must be false with links");
    assertThatThrownBy(() -> bind("{name: j, graph: {name: g}, links: {}, unsupervised: {}}"))
        .hasMessageContaining("and links or edgeClasses both say what is learned; leave one out");
    assertThatThrownBy(() -> bind("{name: j, graph: {name: g}, links: {}, edgeClasses: {}}"))
        .hasMessageContaining("and links both say what is learned of edges; leave one out");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, edgeClasses: {validation: 0.5, test: 0.5}, sampling: {replace: true}}"))
        .hasMessageContaining("must leave edges to train on beside validation")
        .hasMessageContaining("must be false with edgeClasses: edges that are to be predicted");
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, links: {}, training: {task: regression}}"))
        .hasMessageContaining("training.task = regression: must be left out with links");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, training: {task: multi-label, balanceClasses: true}}"))
        .hasMessageContaining(
            "training.balanceClasses = true: must be false but for classification");
  }

  /** Each edge type of the graph is a relation, whether it is predicted or not. */
  @Test
  void edgesOfTheTypesThatAreNamedArePredicted() {
    GraphShape graph =
        new GraphShape(
            List.of(5), 24, 0, List.of("cites", "likes", "cites_reverse"), List.of(7L, 50L, 900L));
    JobSettings job =
        bind(
            "{name: j, graph: {name: g}, model: {hidden: 24},"
                + " links: {edgeTypes: [cites_reverse, cites], decoder: distmult, validation: 0}}");
    assertThat(job.spec(graph).decoder()).isEqualTo(DecoderSpec.distMult(3));
    EdgePlan edges = TrainingParameters.of(job, graph).edges().orElseThrow();
    assertThat(edges.edgeTypes()).containsExactly(0, 2);
    assertThat(edges.draws(EdgePart.TRAIN)).isEqualTo(907);
    assertThatThrownBy(
            () ->
                TrainingParameters.of(
                    bind("{name: j, graph: {name: g}, links: {edgeTypes: [sites]}}"), graph))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(SamplingError.EDGE_TYPE_UNKNOWN)).isTrue())
        .hasMessage(
            "links.edgeTypes names sites: the graph has the edge types cites, likes, cites_reverse; did you mean cites?");
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, links: {edgeTypes: [cites, cites]}}"))
        .hasMessageContaining("links.edgeTypes = [cites, ...]: must name a type once");
  }
}
