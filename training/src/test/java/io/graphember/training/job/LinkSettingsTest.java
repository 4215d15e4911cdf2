// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static io.graphember.training.job.JobSettingsTest.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.sampling.SamplingError;
import io.graphember.sampling.op.Direction;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.DecoderSpec;
import io.graphember.training.job.task.EdgePart;
import io.graphember.training.job.task.EdgePlan;
import io.graphember.training.job.task.GraphShape;
import io.graphember.training.job.task.LinkPlan;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LinkSettingsTest {
  @Test
  void edgesArePredictedByTheWidthOfTheModel() {
    JobSettings job = bind("{name: j, graph: {name: g}, model: {hidden: 24}, task: {type: links}}");
    assertThat(job.ofModel().spec(GraphShape.of(5, 24)).decoder()).isEqualTo(DecoderSpec.DOT);
    assertThat(job.job().heldOut()).isEqualTo(0.1);
    LinkPlan plan = TrainingParameters.of(job, GraphShape.of(5, 24)).links().orElseThrow();
    assertThat(plan.edges().draws(EdgePart.TRAIN)).isEqualTo(950);
    assertThat(plan.edges().draws(EdgePart.VALID)).isEqualTo(50);
    assertThat(plan.edges().edgeTypes()).isEmpty();
    refused(
        "{task: {type: links}, sampling: {replace: true}}", "must be false with a task of edges");
    refused(
        "{task: {type: links, balanceClasses: true}}",
        "task.balanceClasses = true: does not go with type: links, but with classification");
    refused(
        "{task: {type: edge-classes, validation: 0.5, test: 0.5}}",
        "task.test = 0.5: must leave edges to train on beside validation");
    refused(
        "{task: {type: edge-classes, test: 0.5}, sampling: {replace: true}}",
        "must be false with a task of edges: those that are to be predicted are passed over");
    refused(
        "{task: {type: multi-label, balanceClasses: true}}",
        "task.balanceClasses = true: does not go with type: multi-label, but with classification");
  }

  @Test
  void ranksAndDecodersSayWhatDoesNotGoTogether() {
    refused(
        "{task: {type: links, rankedAgainst: 1001}}", "a number of pairs from 1 to 1000, or all");
    refused(
        "{task: {type: links, rankedAgainst: all}, publish: {embeddings: false}}",
        "must be a number without publish.embeddings, by which edges are ranked among all");
    refused(
        "{task: {type: links, decoder: complex}, model: {hidden: 7}}",
        "model.hidden = 7: must be even with task.decoder: complex");
    refused(
        "{task: {type: links, decoder: complex}, model: {hidden: 7}, job: infer,"
            + " inference: {model: m}}",
        "model.hidden = 7: must be even with task.decoder: complex");
    final JobSettings job =
        bind(
            "{name: j, graph: {name: g}, task: {type: links, replaced: either, measured: 20,"
                + " rankedAgainst: 7}}");
    final LinkPlan plan = TrainingParameters.of(job, GraphShape.of(5, 24)).links().orElseThrow();
    assertThat(plan.test().perPositive()).isEqualTo(7);
    assertThat(plan.edges().draws(EdgePart.VALID)).isEqualTo(20);
    assertThat(plan.replaced().directions()).containsExactly(Direction.OUT, Direction.IN);
    assertThat(LongStream.range(0, 20).mapToObj(key -> plan.replaced().direction(key)).distinct())
        .containsExactlyInAnyOrder(Direction.OUT, Direction.IN);
  }

  private static void refused(String sections, String problem) {
    assertThatThrownBy(() -> bind("{name: j, graph: {name: g}, " + sections.substring(1)))
        .hasMessageContaining(problem);
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
                + " task: {type: links, edgeTypes: [cites_reverse, cites], decoder: distmult, validation: 0}}");
    assertThat(job.ofModel().spec(graph).decoder()).isEqualTo(DecoderSpec.distMult(3));
    EdgePlan edges = TrainingParameters.of(job, graph).edges().orElseThrow();
    assertThat(edges.edgeTypes()).containsExactly(0, 2);
    assertThat(edges.draws(EdgePart.TRAIN)).isEqualTo(907);
    assertThatThrownBy(
            () ->
                TrainingParameters.of(
                    bind("{name: j, graph: {name: g}, task: {type: links, edgeTypes: [sites]}}"),
                    graph))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(SamplingError.EDGE_TYPE_UNKNOWN)).isTrue())
        .hasMessage(
            "task.edgeTypes names sites: the graph has the edge types cites, likes, cites_reverse; did you mean cites?");
    final List<String> many = IntStream.range(0, 21).mapToObj(i -> "relation" + i).toList();
    assertThatThrownBy(() -> GraphShape.edgeType(many, "completion.relations", "relation3x"))
        .hasMessage(
            "completion.relations names relation3x: the graph has 21 edge types, none of that name; did you mean relation3?");
    assertThatThrownBy(
            () ->
                bind("{name: j, graph: {name: g}, task: {type: links, edgeTypes: [cites, cites]}}"))
        .hasMessageContaining("task.edgeTypes = [cites, ...]: must name a type once");
  }
}
