// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.training.fixture.MemoryJob;
import io.graphember.training.fixture.MemoryJob.Placement;
import io.graphember.training.fixture.MemoryServer;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.checkpoint.CheckpointInterval;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.Objective;
import io.graphember.training.loop.TrainingLoop;
import io.graphember.training.sync.Staleness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Trainers that change the parameters each for itself. */
class ServedTrainingTest {
  private static final MemoryJob JOB = MemoryJob.blockModel(300, 8);

  private static TrainingParameters parameters(int epochs, OptimizerPlan optimizer, int patience) {
    return new TrainingParameters(
        7,
        epochs,
        8,
        HopRules.in(4, 3),
        HopRules.in(4, 3),
        64,
        optimizer,
        patience,
        2,
        true,
        false,
        Objective.CLASSIFICATION,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static List<TrainingOutcome> train(
      ModelSpec spec, TrainingParameters parameters, Placement placement) {
    return JOB.train(spec, parameters, JOB.split(), placement, report -> {});
  }

  private static List<Object> scores(TrainingOutcome outcome) {
    List<Object> scores = new ArrayList<>();
    for (EpochReport report : outcome.epochs()) {
      scores.addAll(List.of(report.epoch(), report.train(), report.valid(), report.best()));
    }
    return scores;
  }

  /** Plain descent does not count its steps: all else is the same. */
  @ParameterizedTest
  @EnumSource(Normalization.class)
  void withABoundOfNoneTheBitsAreThoseOfAStepOfAll(Normalization normalization) {
    ModelSpec spec =
        JOB.spec(new GraphSage(), 0.3f).with(LayerOptions.DEFAULT.with(false, normalization));
    TrainingParameters parameters = parameters(4, OptimizerPlan.sgd(0.3f, 0), 0);

    TrainingOutcome together = train(spec, parameters, Placement.of(2, 3)).get(0);
    List<TrainingOutcome> served =
        train(spec, parameters, Placement.of(2, 3).with(new MemoryServer(3, new Staleness(0))));

    for (TrainingOutcome outcome : served) {
      assertThat(outcome.parameters()).isEqualTo(together.parameters());
      assertThat(scores(outcome)).isEqualTo(scores(together));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "4, 1", "4, 3", "4, 1000000"})
  void theyLearnAndAllEndWithTheSame(int trainers, long bound) {
    MemoryServer server = new MemoryServer(trainers, new Staleness(bound));
    TrainingParameters parameters = parameters(30, OptimizerPlan.adam(0.02f, 5e-4f), 0);

    List<TrainingOutcome> outcomes =
        train(JOB.spec(new GraphSage(), 0.2f), parameters, Placement.of(2, trainers).with(server));

    for (TrainingOutcome outcome : outcomes) {
      assertThat(outcome.parameters()).isEqualTo(outcomes.get(0).parameters());
      assertThat(scores(outcome)).isEqualTo(scores(outcomes.get(0)));
    }
    assertThat(outcomes.get(0).epochs().get(outcomes.get(0).bestEpoch() - 1).valid().quality())
        .isGreaterThan(0.8);
    assertThat(Arrays.stream(server.report().pushes()).sum())
        .isEqualTo(30L * trainers * parameters.trainSteps(60, trainers));
    assertThat(server.report().mostBehind()).isLessThanOrEqualTo(bound);
  }

  @Test
  void trainingEndsEarlyForAll() {
    TrainingParameters parameters = parameters(200, OptimizerPlan.adam(0.2f, 0), 3);

    List<TrainingOutcome> outcomes =
        train(
            JOB.spec(new GraphSage(), 0),
            parameters,
            Placement.of(1, 3).with(new MemoryServer(3, Staleness.ANY)));

    assertThat(outcomes.get(0).epochs()).hasSizeLessThan(200);
    assertThat(outcomes).allSatisfy(o -> assertThat(scores(o)).isEqualTo(scores(outcomes.get(0))));
  }

  /** One trainer repeats its bits: what it keeps on the way leads to the same end. */
  @Test
  void fromEveryStateTrainingGoesOn() {
    ModelSpec spec = JOB.spec(new GraphSage(), 0.2f);
    TrainingParameters parameters = parameters(3, OptimizerPlan.adam(0.02f, 5e-4f), 0);
    List<TrainingState> states = new ArrayList<>();
    TrainingOutcome whole = served(spec, parameters, 1, Optional.empty(), states).get(0);
    assertThat(states).hasSize(12).extracting(TrainingState::step).startsWith(2L, 4L, 6L);

    for (TrainingState state : states) {
      TrainingOutcome outcome =
          served(spec, parameters, 1, Optional.of(state.copy()), new ArrayList<>()).get(0);
      assertThat(outcome.parameters()).isEqualTo(whole.parameters());
      assertThat(scores(outcome)).isEqualTo(scores(whole));
    }
  }

  @Test
  void aStateOfSeveralTrainersIsOneOfAllOfThem() {
    ModelSpec spec = JOB.spec(new GraphSage(), 0.2f);
    TrainingParameters parameters = parameters(10, OptimizerPlan.adam(0.02f, 5e-4f), 0);
    List<TrainingState> states = new ArrayList<>();
    served(spec, parameters, 3, Optional.empty(), states);
    assertThat(states).isNotEmpty();

    for (TrainingState state : states) { // some are behind the last gradient of an epoch
      List<TrainingOutcome> outcomes =
          served(spec, parameters, 3, Optional.of(state), new ArrayList<>());

      assertThat(outcomes.get(0).epochs()).hasSize(10);
      assertThat(outcomes)
          .allSatisfy(o -> assertThat(scores(o)).isEqualTo(scores(outcomes.get(0))));
    }
  }

  private static List<TrainingOutcome> served(
      ModelSpec spec,
      TrainingParameters parameters,
      int trainers,
      Optional<TrainingState> from,
      List<TrainingState> states) {
    return JOB.run(
        spec,
        Placement.of(2, trainers).with(new MemoryServer(trainers, Staleness.ANY)),
        (context, session) -> {
          TrainingLoop loop = new TrainingLoop(context, parameters, session, report -> {});
          return loop.train(
              MemoryJob.dealt(JOB.split(), context),
              from.map(TrainingState::copy).orElseGet(loop::start),
              context.collective().rank() == 0
                  ? new StateKeeper(CheckpointInterval.ofSteps(2), state -> states.add(state))
                  : StateKeeper.NONE);
        });
  }
}
