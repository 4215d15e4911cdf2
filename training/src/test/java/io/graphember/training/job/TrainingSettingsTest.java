// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static io.graphember.training.job.JobSettingsTest.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.sampling.Fanouts;
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
                    task:
                      split: {train: 0.6, valid: 0.3, test: 0.2}
                    training:
                      fanouts: [1, 2, 3]
                      evaluationFanouts: []
                      epochs: 0
                    """))
        .hasMessage(
            """
            4 settings are wrong:
            job.yaml:4: task.split.train = 0.6: must be 1 at most together with valid and test
            job.yaml:6: training.fanouts = [1, ...]: must name one fanout, or one for each of the model's 2 layers
            job.yaml:7: training.evaluationFanouts = []: must name one fanout, or one for each of the model's 2 layers
            job.yaml:8: training.epochs = 0: must be 1 or more, or model.from names a trained job""");
  }

  @Test
  void aStepOverTheWholeGraphTakesNoNumbers() {
    assertThatThrownBy(
            () ->
                bind(
                    """
                    name: j
                    graph: {name: g}
                    training:
                      batch: {type: global-batch}
                      batchSize: 7
                      fanouts: [5]
                    """))
        .hasMessage(
            """
            2 settings are wrong:
            job.yaml:5: training.batchSize = 7: must be left out with batch.type: global-batch, whose batches take all edges
            job.yaml:6: training.fanouts = [5]: must be left out with batch.type: global-batch, whose batches take all edges""");
  }

  @Test
  void whatPartitionsCannotComputeIsRefused() {
    assertThatThrownBy(() -> bind("{name: j, graph: {name: g}, training: {compute: partitions}}"))
        .hasMessageEndingWith(
            "training.compute = partitions: must be auto or trainers: a step of mini-batch is of one trainer");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, task: {type: links},"
                        + " training: {batch: {type: global-batch}, compute: partitions}}"))
        .hasMessageEndingWith(
            "training.compute = partitions: must be auto or trainers: the task learns of pairs of vertices");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, sampling: {direction: both},"
                        + " training: {batch: {type: global-batch}, compute: partitions}}"))
        .hasMessageEndingWith(
            "training.compute = partitions: must be auto or trainers: sections sampling and training do not take all in-edges of a vertex");
  }

  @Test
  void whatDoesNotGoWithAConsistencyIsRefused() {
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, training: {consistency: ssp, repeatable: false}}"))
        .hasMessageEndingWith(
            "training.staleness: must be 1 or more with consistency: ssp, the versions that a trainer may be behind");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g},"
                        + " training: {consistency: async, staleness: 3, repeatable: false}}"))
        .hasMessageEndingWith("training.staleness = 3: must be left out without consistency: ssp");
    assertThatThrownBy(() -> bind("{name: j, graph: {name: g}, training: {consistency: async}}"))
        .hasMessageEndingWith(
            "training.repeatable: must be false with consistency: async, whose bits are others on every run");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, training: {batch: {type: global-batch},"
                        + " compute: partitions, consistency: async, repeatable: false}}"))
        .hasMessageEndingWith(
            "training.compute = partitions: must be auto or trainers: with training.consistency = async trainers do not step together");
  }

  @Test
  void whatSubgraphsCannotTrainIsRefused() {
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, task: {type: links},"
                        + " training: {batch: {type: cluster-batch}}}"))
        .hasMessageContaining(
            "training.batch.type = cluster-batch: must be mini-batch or global-batch with a task of pairs");
    assertThatThrownBy(
            () ->
                bind(
                    "{name: j, graph: {name: g}, sampling: {direction: both},"
                        + " training: {batch: {type: cluster-batch}}}"))
        .hasMessageContaining(
            "training.batch.type = cluster-batch: must be mini-batch or global-batch with a section"
                + " sampling: a subgraph has all edges between its vertices");
  }

  @Test
  void anUnknownStrategyIsRefused() {
    assertThatThrownBy(
            () -> bind("{name: j, graph: {name: g}, training: {batch: {type: globalbatch}}}"))
        .hasMessageContaining("training.batch.type = globalbatch: ")
        .hasMessageContaining("did you mean global-batch?");
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
  void fanoutsAreCheckedAgain() {
    assertThatThrownBy(() -> Fanouts.parse("fanouts", List.of("1", "2", "3"), 2))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TrainingError.JOB_SETTINGS)).isTrue())
        .hasMessage(
            "training.fanouts = [1, 2, 3]: must name one fanout, or one for each of the model's 2 layers.");
  }

  @Test
  void fanoutsAreOneForAllLayersOrOneForEach() {
    assertThat(Fanouts.parse("fanouts", List.of("7"), 3)).containsExactly(7, 7, 7);
    assertThat(Fanouts.parse("fanouts", List.of("all", "0"), 2))
        .containsExactly(UniformNeighbors.ALL, 0);
    assertThat(Fanouts.parse("fanouts", List.of("999999"), 1)).containsExactly(999_999);
  }
}
