// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.tensor.TensorError;
import io.graphember.testkit.batch.NarrowModels;
import io.graphember.training.fixture.MemoryJob;
import io.graphember.training.fixture.MemoryJob.Placement;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.checkpoint.CheckpointInterval;
import io.graphember.training.job.optimizer.OptimizerKind;
import io.graphember.training.job.optimizer.RateSchedule;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.Objective;
import io.graphember.training.loop.TrainingLoop;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.Score;
import io.graphember.training.task.SplitVertices;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.converter.ConvertWith;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Trainings that go on from a state, as it is stored. */
class TrainingStateTest {
  private static final MemoryJob JOB = MemoryJob.blockModel(300, 8);
  private static final OptimizerPlan ADAM = OptimizerPlan.adam(0.02f, 5e-4f);
  private static final SplitVertices UNVALIDATED =
      SplitVertices.all(JOB.split().train().own(), LabeledVertices.NONE, LabeledVertices.NONE);

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

  private static byte[] bytes(TrainingState state) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TrainingStateFormat.write(state, out);
    return out.toByteArray();
  }

  private static TrainingState state(byte[] bytes, ModelSpec spec, OptimizerPlan optimizer) {
    return TrainingStateFormat.read(
        new ByteArrayInputStream(bytes), spec.layout().length(), optimizer.slots());
  }

  /** What trainers end with, and the states that trainer 0 kept on the way. */
  private record Run(List<TrainingOutcome> outcomes, List<byte[]> states) {}

  private static Run train(
      ModelSpec spec, TrainingParameters parameters, SplitVertices split, int trainers) {
    List<byte[]> states = new ArrayList<>();
    List<TrainingOutcome> outcomes =
        JOB.run(
            spec,
            Placement.of(2, trainers),
            (context, session) -> {
              TrainingLoop loop = new TrainingLoop(context, parameters, session, report -> {});
              StateKeeper keeper =
                  context.collective().rank() == 0
                      ? new StateKeeper(
                          CheckpointInterval.ofSteps(1), state -> states.add(bytes(state)))
                      : StateKeeper.NONE;
              return loop.train(MemoryJob.dealt(split, context), loop.start(), keeper);
            });
    return new Run(outcomes, states);
  }

  private static TrainingOutcome goOn(
      ModelSpec spec,
      TrainingParameters parameters,
      SplitVertices split,
      int trainers,
      byte[] state) {
    return JOB.run(
            spec,
            Placement.of(3, trainers),
            (context, session) ->
                new TrainingLoop(context, parameters, session, report -> {})
                    .train(
                        MemoryJob.dealt(split, context),
                        state(state, spec, parameters.optimizer()),
                        StateKeeper.NONE))
        .get(0);
  }

  private static void requireSame(TrainingOutcome got, TrainingOutcome expected) {
    assertThat(got.parameters()).isEqualTo(expected.parameters());
    assertThat(got.bestEpoch()).isEqualTo(expected.bestEpoch());
    assertThat(scores(got)).isEqualTo(scores(expected));
  }

  private static List<Object> scores(TrainingOutcome outcome) {
    List<Object> scores = new ArrayList<>();
    for (EpochReport report : outcome.epochs()) {
      scores.addAll(List.of(report.epoch(), report.train(), report.valid(), report.best()));
    }
    return scores;
  }

  @ParameterizedTest
  @CsvSource({"gcn, 1, NONE", "graphsage, 1, NONE", "graphsage, 3, NONE", "graphsage, 3, BATCH"})
  void fromEveryStepTheBitsAreTheSame(
      @ConvertWith(NarrowModels.ByName.class) Architecture kind,
      int trainers,
      Normalization normalization) {
    ModelSpec spec = JOB.spec(kind, 0.2f).with(LayerOptions.DEFAULT.with(false, normalization));
    TrainingParameters parameters = parameters(3, ADAM, 0);
    Run run = train(spec, parameters, JOB.split(), trainers);
    assertThat(run.states()).hasSize(3 * parameters.trainSteps(60, trainers));
    for (byte[] state : run.states()) {
      requireSame(goOn(spec, parameters, JOB.split(), trainers, state), run.outcomes().get(0));
    }
  }

  @ParameterizedTest
  @EnumSource(OptimizerKind.class)
  void everyOptimizerGoesOnAndLearns(OptimizerKind kind) {
    OptimizerPlan plan =
        new OptimizerPlan(kind, 0.02f, RateSchedule.CONSTANT, 1, 1, 0, 0, 5e-4f, 0);
    ModelSpec spec = JOB.spec(new GraphSage(), 0);
    TrainingParameters parameters = parameters(3, plan, 0);
    Run run = train(spec, parameters, JOB.split(), 2);
    byte[] middle = run.states().get(run.states().size() / 2);
    requireSame(goOn(spec, parameters, JOB.split(), 2, middle), run.outcomes().get(0));
    List<EpochReport> epochs = run.outcomes().get(0).epochs();
    assertThat(epochs.get(2).train().loss()).isLessThan(epochs.get(0).train().loss());
  }

  @Test
  void whatTrainingWaitsForIsNotForgotten() {
    ModelSpec spec = JOB.spec(new GraphSage(), 0);
    TrainingParameters parameters = parameters(25, OptimizerPlan.adam(0.2f, 0), 3);
    Run run = train(spec, parameters, JOB.split(), 1);
    assertThat(run.outcomes().get(0).epochs()).hasSizeLessThan(25);
    for (int i = 0; i < run.states().size(); i += 5) {
      requireSame(
          goOn(spec, parameters, JOB.split(), 1, run.states().get(i)), run.outcomes().get(0));
    }
  }

  @Test
  void withoutSlotsAndWithoutValidationToo() {
    ModelSpec spec = JOB.spec(new GraphSage(), 0);
    TrainingParameters parameters = parameters(2, OptimizerPlan.sgd(0.1f, 0), 0);
    Run run = train(spec, parameters, UNVALIDATED, 2);
    for (byte[] state : run.states()) {
      requireSame(goOn(spec, parameters, UNVALIDATED, 2, state), run.outcomes().get(0));
    }
  }

  private static TrainingState some() {
    Score score = new Score(0.5, Double.NaN, 3);
    return new TrainingState(
        7,
        new float[] {1, -2},
        new float[] {3, 4, 5, 6},
        new float[] {Float.MIN_VALUE, 8},
        new double[] {0.1, 2, 3},
        0.25,
        0.125,
        List.of(new EpochReport(1, 2, 1, score, score, true, Float.NaN)));
  }

  @Test
  void aStateHasAsManyBytesAsSaid() {
    final byte[] bytes = bytes(some());
    assertThat(bytes).hasSize((int) TrainingStateFormat.bytes(2, 2, 1));
    TrainingState read = TrainingStateFormat.read(new ByteArrayInputStream(bytes), 2, 2);
    assertThat(read.weights()).containsExactly(1, -2);
    assertThat(read.bestWeights()).containsExactly(Float.MIN_VALUE, 8);
    assertThat(read.slots()).containsExactly(3, 4, 5, 6);
    assertThat(bytes(read)).isEqualTo(bytes);
  }

  private static void assertCorrupt(byte[] bytes, int parameters, String what) {
    assertThatThrownBy(
            () -> TrainingStateFormat.read(new ByteArrayInputStream(bytes), parameters, 2))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(TensorError.CHECKPOINT_CORRUPT)).isTrue())
        .hasMessage("The state of a training cannot be read in the checkpoint: " + what + ".");
  }

  @Test
  void damageIsFound() {
    final byte[] bytes = bytes(some());
    for (int length = 0; length < bytes.length; length++) {
      assertCorrupt(Arrays.copyOf(bytes, length), 2, "it ends too early");
    }
    assertCorrupt(bytes, 3, "it is of another model");
    final byte[] epochs = bytes.clone();
    epochs[64] = 127;
    assertCorrupt(epochs, 2, "it has 2130706433 epochs in 7 steps");
    final byte[] newer = bytes.clone();
    newer[7]++;
    assertCorrupt(
        newer,
        2,
        "it has version 2 of its format and this node reads version 1; start the nodes with the version of Graphember that wrote it or a later one");
    bytes[0]++;
    assertCorrupt(bytes, 2, "its first bytes are not those of a state");
  }
}
