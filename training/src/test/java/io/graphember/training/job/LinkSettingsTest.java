// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static io.graphember.training.job.JobSettingsTest.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.model.DecoderSpec;
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
}
