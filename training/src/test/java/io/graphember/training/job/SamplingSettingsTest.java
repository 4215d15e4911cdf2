// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static io.graphember.training.job.JobSettingsTest.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.sampling.SamplingError;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.EdgeRule.Order;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.sampling.TimeLimit;
import io.graphember.training.job.task.GraphShape;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplingSettingsTest {
  static final String RULES =
      """
      name: rules
      graph: {name: g}
      sampling:
        direction: both
        order: recent
        edgeTypes:
          - {name: pays, fanouts: [5, 0], evaluationFanouts: [all, 0]}
          - {name: owns, fanouts: [3], evaluationFanouts: [9]}
        before: 99
        window: 7
        topology: trainer
      """;

  static final String DRAWN =
      """
      name: drawn
      graph: {name: g}
      sampling: {replace: true}
      """;

  @Test
  void samplingBecomesRules() {
    JobSettings job = bind(RULES);
    TrainingParameters parameters =
        TrainingParameters.of(
            job, new GraphShape(List.of(5), 2, 0, List.of("owns", "pays"), List.of(4L, 5L)));
    EdgeRule pays = new EdgeRule(Direction.BOTH, 1, 5, Order.RECENT, 7);
    EdgeRule owns = new EdgeRule(Direction.BOTH, 0, 3, Order.RECENT, 7);
    HopRules rules = parameters.rules();
    assertThat(rules)
        .isEqualTo(
            new HopRules(
                List.of(List.of(owns, pays), List.of(owns)), false, new TimeLimit.Before(99)));
    assertThat(rules.fanouts()).containsExactly(8, 3);
    assertThat(parameters.evaluationRules().fanouts()).containsExactly(UniformNeighbors.ALL, 9);
    assertThat(rules.plain()).isFalse();
    assertThat(parameters.withoutEdges().rules()).isEqualTo(HopRules.in(0, 0));
    HopRules drawn = TrainingParameters.of(bind(DRAWN), GraphShape.of(5, 2)).rules();
    assertThat(drawn.plain() && drawn.replacement()).isTrue();
    assertThatThrownBy(
            () ->
                TrainingParameters.of(
                    job,
                    new GraphShape(List.of(5), 2, 0, List.of("owns", "knows"), List.of(4L, 5L))))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(SamplingError.EDGE_TYPE_UNKNOWN)).isTrue())
        .hasMessage("sampling.edgeTypes names pays: the graph has the edge types owns, knows.");
  }

  @Test
  void timesOfSeedsGoWithNeighborhoodsOfTheirOwn() {
    final String times = "name: j\ngraph: {name: g}\nsampling: {before: seed}\n";
    assertThat(TrainingParameters.of(bind(times), GraphShape.of(5, 2)).rules().limit())
        .isEqualTo(TimeLimit.SEED);
    assertThatThrownBy(() -> bind(times.replace("seed", "9223372036854775808")))
        .hasMessageContaining("sampling.before")
        .hasMessageContaining("must be a whole number (64 bits) or seed");
    assertThatThrownBy(() -> bind(times.replace("seed", "yesterday")))
        .hasMessageContaining("a whole number (64 bits) or seed");
    assertThatThrownBy(() -> bind(times + "training: {batch: {type: global-batch}}"))
        .hasMessageContaining(
            "seed goes with training.batch.type: mini-batch alone: vertices of global-batch share their neighbours, whatever their times");
    assertThatThrownBy(() -> bind(times + "training: {batch: {type: saint-walk}}"))
        .hasMessageContaining("vertices of saint-walk share their neighbours");
    assertThatThrownBy(() -> bind(times + "training: {compute: partitions}"))
        .hasMessageContaining("training.compute");
    assertThatThrownBy(() -> bind(times + "task: {type: unsupervised}"))
        .hasMessageContaining("must not be seed with task.type: unsupervised: walks have no times");
    assertThatThrownBy(() -> bind(times + "task: {type: links}"))
        .hasMessageContaining(
            "must be 0 with sampling.before: seed: edges that are held out have no times");
    assertThatThrownBy(() -> bind(times + "model: {type: gcn}")).hasMessageContaining("model.type");
  }

  @Test
  void samplingThatContradictsItself() {
    assertThatThrownBy(
            () ->
                bind(
                    """
                    name: j
                    graph: {name: g}
                    model: {type: gcn}
                    sampling:
                      replace: true
                      order: weight
                      window: 3
                      edgeTypes:
                        - {name: a, fanouts: [1, 0]}
                        - {name: b, fanouts: [0], evaluationFanouts: [1, 2, 3]}
                    training: {fanouts: [5]}
                    """))
        .hasMessage(
            """
            6 settings are wrong:
            job.yaml:3: model.type = gcn: must be graphsage with sampling.order, edgeTypes or before: gcn divides by the degrees of the whole graph
            job.yaml:5: sampling.replace = true: needs order: uniform, and neither edgeTypes nor before
            job.yaml:7: sampling.window = 3: needs sampling.before
            job.yaml:8: sampling.edgeTypes = [{name: ...}, ...]: fanouts must take edges of some type at hop 2
            job.yaml:8: sampling.edgeTypes = [{name: ...}, ...]: evaluationFanouts must name one fanout, or one for each of the model's 2 layers
            job.yaml:11: training.fanouts = [5]: must be left out where sampling.edgeTypes has fanouts""");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, sampling: {before: 5, window: 0, edgeTypes:"
                        + " [{name: a, fanouts: [-1]}]}}"))
        .hasMessageContaining("must be 'all' or a number from 0 to 999999")
        .hasMessageContaining("sampling.window = 0: must be at least 1");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, sampling: {edgeTypes:"
                        + " [{name: a, fanouts: [1]}, {name: a, fanouts: [1]}]}}"))
        .hasMessageContaining("must name a type once");
  }
}
