// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static io.graphember.training.job.JobSettingsTest.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainingSettingsTest {
  @Test
  void settingsThatContradictEachOtherComeInOneReport() {
    assertThatThrownBy(
            () ->
                bind(
                    """
                    name: j
                    graph: {name: g}
                    training:
                      fanouts: [1, 2, 3]
                      evaluationFanouts: []
                      epochs: 0
                      split: {train: 0.6, valid: 0.3, test: 0.2}
                    """))
        .hasMessage(
            """
            4 settings are wrong:
            job.yaml:4: training.fanouts = [1, ...]: must name one fanout, or one for each of the model's 2 layers
            job.yaml:5: training.evaluationFanouts = []: must name one fanout, or one for each of the model's 2 layers
            job.yaml:6: training.epochs = 0: must be 1 or more, or model.from names a trained job
            job.yaml:7: training.split = {train: ...}: train, valid and test must not be more than 1 together""");
  }

  @Test
  void aSettingThatIsTheNodesNowSaysSo() {
    assertThatThrownBy(
            () ->
                bind(
                    """
                    name: j
                    graph: {name: g}
                    training: {engineThreads: 2}
                    """))
        .hasMessage(
            """
            1 setting is wrong:
            job.yaml:3: training.engineThreads = 2: is no setting any more: it is now engineThreads of the node's GraphemberConfiguration, the same for all jobs""");
  }

  /** The same rules hold for settings that were made without a document. */
  @Test
  void parametersCheckAgain() {
    JobSettings job = bind("{name: j, graph: {name: g}}");
    refused(
        with(job, List.of("1", "2", "3")),
        "training.fanouts = [1, 2, 3]: must name one fanout, or one for each of the model's 2 layers.");
  }

  private static void refused(JobSettings job, String message) {
    assertThatThrownBy(() -> TrainingParameters.of(job, GraphShape.of(5, 2)))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TrainingError.JOB_SETTINGS)).isTrue())
        .hasMessage(message);
  }

  private static JobSettings with(JobSettings job, List<String> fanouts) {
    TrainingSettings t = job.training();
    TrainingSettings changed =
        new TrainingSettings(
            t.epochs(),
            t.batchSize(),
            fanouts,
            t.evaluationFanouts(),
            t.evaluationBatchSize(),
            t.optimizer(),
            t.learningRate(),
            t.schedule(),
            t.decayEvery(),
            t.decayFactor(),
            t.warmUp(),
            t.clipNorm(),
            t.weightDecay(),
            t.patience(),
            t.task(),
            t.vertexType(),
            t.split(),
            t.balanceClasses(),
            t.trainers(),
            t.prefetch(),
            t.pushDown(),
            t.replicateBoundary(),
            t.repeatable(),
            t.baseline(),
            t.checkpointEvery());
    return new JobSettings(
        job.name(),
        job.seed(),
        job.backend(),
        job.source(),
        job.graph(),
        job.model(),
        job.sampling(),
        changed,
        job.publish(),
        job.links(),
        job.edgeClasses(),
        job.unsupervised(),
        job.embedding(),
        job.inference());
  }

  @Test
  void fanoutsAreOneForAllLayersOrOneForEach() {
    assertThat(Fanouts.parse("fanouts", List.of("7"), 3)).containsExactly(7, 7, 7);
    assertThat(Fanouts.parse("fanouts", List.of("all", "0"), 2))
        .containsExactly(UniformNeighbors.ALL, 0);
    assertThat(Fanouts.parse("fanouts", List.of("999999"), 1)).containsExactly(999_999);
  }
}
