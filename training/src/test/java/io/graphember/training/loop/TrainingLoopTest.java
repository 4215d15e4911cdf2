// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.model.Architecture;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.Gcn;
import io.graphember.spi.model.layer.Gin;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.NarrowModels;
import io.graphember.training.TrainingError;
import io.graphember.training.epoch.EpochReport;
import io.graphember.training.epoch.ParameterInitializer;
import io.graphember.training.epoch.TrainingOutcome;
import io.graphember.training.fixture.MemoryJob;
import io.graphember.training.fixture.MemoryJob.Placement;
import io.graphember.training.fixture.TrainerGroup;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.Objective;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.Score;
import io.graphember.training.task.SplitVertices;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.converter.ConvertWith;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingLoopTest {
  private static final HopRules ALL = HopRules.in(UniformNeighbors.ALL, UniformNeighbors.ALL);
  private static final HopRules SAMPLED = HopRules.in(4, 3);
  private static final OptimizerPlan ADAM = OptimizerPlan.adam(0.02f, 5e-4f);
  private static final MemoryJob JOB = MemoryJob.blockModel(300, 8);

  private static TrainingParameters parameters(
      int epochs, int batchSize, HopRules fanouts, OptimizerPlan optimizer, int patience) {
    return new TrainingParameters(
        7,
        epochs,
        batchSize,
        fanouts,
        fanouts,
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

  private static TrainingOutcome train(
      ModelSpec spec, TrainingParameters parameters, Placement placement) {
    List<TrainingOutcome> outcomes =
        JOB.train(spec, parameters, JOB.split(), placement, report -> {});
    outcomes.forEach(outcome -> requireSame(outcome, outcomes.get(0)));
    return outcomes.get(0);
  }

  private static void requireSame(TrainingOutcome got, TrainingOutcome expected) {
    assertThat(got.parameters()).isEqualTo(expected.parameters());
    assertThat(got.bestEpoch()).isEqualTo(expected.bestEpoch());
    assertThat(scores(got)).isEqualTo(scores(expected));
  }

  /** All that a report says but the time. */
  private static List<Object> scores(TrainingOutcome outcome) {
    List<Object> scores = new ArrayList<>();
    for (EpochReport report : outcome.epochs()) {
      scores.addAll(List.of(report.epoch(), report.train(), report.valid(), report.best()));
    }
    return scores;
  }

  @Test
  void theJobIsWhatTheTestsNeed() {
    assertThat(JOB.split().train().own().size()).isEqualTo(60);
    assertThat(JOB.split().valid().own().size()).isGreaterThan(50);
    assertThat(JOB.split().test().own().size()).isGreaterThan(50);
  }

  /** 56 batches of one trainer, 28 steps of two: the same bits wherever partitions lie. */
  @ParameterizedTest
  @CsvSource({"graphsage, 1", "graphsage, 2", "gcn, 1", "gcn, 2", "graphsage, 3"})
  void theBitsDependNeitherOnHostsNorOnTheOrderOfReplies(
      @ConvertWith(NarrowModels.ByName.class) Architecture kind, int trainers) {
    ModelSpec spec = JOB.spec(kind, 0.5f);
    TrainingParameters parameters = parameters(7, 8, SAMPLED, ADAM, 0);
    TrainingOutcome expected = train(spec, parameters, Placement.of(1, trainers));
    assertThat(expected.epochs()).hasSize(7);
    ForkJoinPool pool = new ForkJoinPool(3);
    try {
      for (int hosts = 1; hosts <= 3; hosts++) {
        requireSame(train(spec, parameters, Placement.of(hosts, trainers)), expected);
      }
      for (Courier courier : List.of(Courier.shuffled(3), Courier.on(pool))) {
        requireSame(
            train(spec, parameters, new Placement(3, trainers, courier, Cancellation.NEVER)),
            expected);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void anotherSeedIsAnotherRun() {
    ModelSpec spec = JOB.spec(new GraphSage(), 0.5f);
    TrainingParameters seven = parameters(2, 8, SAMPLED, ADAM, 0);
    TrainingParameters eight =
        new TrainingParameters(
            8,
            2,
            8,
            SAMPLED,
            SAMPLED,
            64,
            ADAM,
            0,
            2,
            true,
            false,
            Objective.CLASSIFICATION,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    assertThat(train(spec, seven, Placement.of(2, 1)).parameters())
        .isNotEqualTo(train(spec, eight, Placement.of(2, 1)).parameters());
  }

  @Test
  void thePrefetchDepthLeavesNoTrace() {
    ModelSpec spec = JOB.spec(new GraphSage(), 0.5f);
    TrainingParameters two = parameters(3, 8, SAMPLED, ADAM, 0);
    TrainingParameters nine =
        new TrainingParameters(
            7,
            3,
            8,
            SAMPLED,
            SAMPLED,
            64,
            ADAM,
            0,
            9,
            true,
            false,
            Objective.CLASSIFICATION,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    requireSame(train(spec, nine, Placement.of(2, 1)), train(spec, two, Placement.of(2, 1)));
  }

  /**
   * Without dropout and with all neighbours, T trainers whose batches are all of the 60 seeds make
   * the steps of one trainer with that batch, up to the rounding of float sums.
   */
  @ParameterizedTest
  @CsvSource({"graphsage, 2, 30", "gcn, 2, 32", "graphsage, 3, 20", "gcn, 4, 20", "gcn, 7, 9"})
  void trainersShareAStep(
      @ConvertWith(NarrowModels.ByName.class) Architecture kind, int trainers, int batchSize) {
    ModelSpec spec = JOB.spec(kind, 0);
    OptimizerPlan sgd = OptimizerPlan.sgd(0.5f, 5e-4f);
    TrainingOutcome shared =
        train(spec, parameters(6, batchSize, ALL, sgd, 0), Placement.of(2, trainers));
    TrainingOutcome alone =
        train(spec, parameters(6, trainers * batchSize, ALL, sgd, 0), Placement.of(2, 1));
    for (int epoch = 0; epoch < 6; epoch++) {
      Score sharedTrain = shared.epochs().get(epoch).train();
      Score aloneTrain = alone.epochs().get(epoch).train();
      assertThat(sharedTrain.loss()).isCloseTo(aloneTrain.loss(), within(1e-5));
      assertThat(sharedTrain.vertices()).isEqualTo(aloneTrain.vertices()).isEqualTo(60);
      Score sharedValid = shared.epochs().get(epoch).valid();
      assertThat(sharedValid.loss())
          .isCloseTo(alone.epochs().get(epoch).valid().loss(), within(1e-5));
      assertThat(sharedValid.vertices()).isEqualTo(JOB.split().valid().own().size());
    }
    for (int i = 0; i < alone.parameters().length; i++) {
      assertThat(shared.parameters()[i]).isCloseTo(alone.parameters()[i], within(1e-4f));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gcn", "graphsage", "graphsage-pool", "gin", "gat", "gatv2"})
  void aModelLearns(@ConvertWith(NarrowModels.ByName.class) Architecture kind) {
    // Sums of neighbours grow with the degree: Xu et al. normalise what leaves a layer of GIN.
    LayerOptions options =
        LayerOptions.DEFAULT.with(
            false, kind instanceof Gin ? Normalization.LAYER : Normalization.NONE);
    ModelSpec spec = JOB.spec(kind, 0.3f).with(options);
    TrainingParameters parameters = parameters(40, 20, SAMPLED, ADAM, 0);
    List<Score> tests =
        JOB.run(
            spec,
            Placement.of(2, 2),
            (context, session) -> {
              TrainingLoop loop = new TrainingLoop(context, parameters, session, report -> {});
              return loop.evaluate(
                  loop.train(JOB.split(context)).parameters(), JOB.split(context).test());
            });
    assertThat(tests.get(0)).isEqualTo(tests.get(1));
    // Chance is a third; how many neighbours there are says nothing here, but disturbs a sum.
    assertThat(tests.get(0).quality()).isGreaterThan(kind instanceof Gin ? 0.5 : 0.7);
    assertThat(tests.get(0).vertices()).isEqualTo(JOB.split().test().own().size());
  }

  @Test
  void theParametersAreThoseOfTheBestEpoch() {
    ModelSpec spec = JOB.spec(new GraphSage(), 0.5f);
    TrainingParameters parameters = parameters(12, 16, SAMPLED, OptimizerPlan.adam(0.2f, 0), 0);
    JOB.run(
        spec,
        Placement.of(2, 1),
        (context, session) -> {
          TrainingLoop loop = new TrainingLoop(context, parameters, session, report -> {});
          TrainingOutcome outcome = loop.train(JOB.split(context));
          int best = 0;
          for (int e = 0; e < 12; e++) {
            Score valid = outcome.epochs().get(e).valid();
            boolean better = e == 0 || valid.betterThan(outcome.epochs().get(best).valid());
            assertThat(outcome.epochs().get(e).best()).isEqualTo(better);
            best = better ? e : best;
          }
          assertThat(outcome.bestEpoch()).isEqualTo(best + 1).isLessThan(12);
          Score again = loop.evaluate(outcome.parameters(), JOB.split(context).valid());
          assertThat(new Score(again.loss(), again.quality(), again.vertices()))
              .isEqualTo(outcome.epochs().get(best).valid());
          assertThat(again.macroF1()).isPositive();
          return null;
        });
  }

  @Test
  void trainingStopsWhenValidationHasNotBecomeBetterForSoLong() {
    ModelSpec spec = JOB.spec(new GraphSage(), 0.5f);
    TrainingOutcome whole =
        train(
            spec, parameters(25, 16, SAMPLED, OptimizerPlan.adam(0.2f, 0), 0), Placement.of(1, 1));
    final int patience = 3;
    int best = 0;
    int stop = 1;
    while (stop <= 25 && stop - 1 - best < patience) {
      best = whole.epochs().get(stop - 1).best() ? stop : best;
      stop++;
    }
    assertThat(stop).isLessThan(25);
    TrainingOutcome stopped =
        train(
            spec,
            parameters(25, 16, SAMPLED, OptimizerPlan.adam(0.2f, 0), patience),
            Placement.of(1, 2));
    TrainingOutcome alone =
        train(
            spec,
            parameters(25, 16, SAMPLED, OptimizerPlan.adam(0.2f, 0), patience),
            Placement.of(1, 1));
    assertThat(alone.epochs()).hasSize(stop - 1);
    assertThat(alone.bestEpoch()).isEqualTo(best);
    assertThat(scores(alone)).isEqualTo(scores(whole).subList(0, 4 * (stop - 1)));
    // Two trainers take the decision together.
    assertThat(stopped.epochs().size() - stopped.bestEpoch()).isLessThanOrEqualTo(patience);
  }

  @Test
  void withoutValidationTheLastEpochIsTheBest() {
    SplitVertices split =
        SplitVertices.all(JOB.split().train().own(), LabeledVertices.NONE, LabeledVertices.NONE);
    TrainingOutcome outcome =
        JOB.train(
                JOB.spec(new Gcn(), 0),
                parameters(5, 32, SAMPLED, ADAM, 1),
                split,
                Placement.of(2, 2),
                report -> assertThat(report.valid().quality()).isNaN())
            .get(0);
    assertThat(outcome.epochs()).hasSize(5).allMatch(EpochReport::best);
    assertThat(outcome.bestEpoch()).isEqualTo(5);
  }

  @Test
  void withoutTrainingVerticesThereIsNothingToDo() {
    SplitVertices split =
        SplitVertices.all(LabeledVertices.NONE, JOB.split().valid().own(), LabeledVertices.NONE);
    assertThatThrownBy(
            () ->
                JOB.train(
                    JOB.spec(new Gcn(), 0),
                    parameters(5, 32, SAMPLED, ADAM, 1),
                    split,
                    Placement.of(1, 1),
                    report -> {}))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TrainingError.TASK_UNFIT)).isTrue())
        .hasMessage("No vertex to train on: the training split is empty.");
  }

  @Test
  void aLossThatIsNoNumberEndsTheJob() {
    assertThatThrownBy(
            () ->
                train(
                    JOB.spec(new GraphSage(), 0),
                    parameters(50, 8, SAMPLED, OptimizerPlan.sgd(1e30f, 0), 0),
                    Placement.of(2, 1)))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> {
              assertThat(e.is(TrainingError.LOSS_NOT_FINITE)).isTrue();
              LossNotFinite batch = (LossNotFinite) e.getCause();
              assertThat(batch.step()).isGreaterThan(1);
              assertThat(batch.loss()).isNotFinite();
              assertThat(batch.seeds()).hasSizeBetween(1, 8);
            })
        .hasMessageMatching(
            "The loss of step \\d+ is (NaN|Infinity): lower training\\.learningRate or look at the features\\.");
  }

  @Test
  void trainingMayStartFromParametersThatItDoesNotChange() {
    ModelSpec spec = JOB.spec(new GraphSage(), 0.5f);
    TrainingParameters some = parameters(3, 16, SAMPLED, ADAM, 0);
    float[] start = ParameterInitializer.initialize(spec.layout(), some.seed());
    float[] before = start.clone();
    TrainingOutcome fromStart = trainFrom(spec, some, JOB.split(), start);
    assertThat(start).isEqualTo(before);
    requireSame(fromStart, train(spec, some, Placement.of(2, 1)));
    float[] other = ParameterInitializer.initialize(spec.layout(), 99);
    assertThat(trainFrom(spec, some, JOB.split(), other).parameters())
        .isNotEqualTo(fromStart.parameters());
  }

  @Test
  void withNoEpochTheResultIsTheStart() {
    ModelSpec spec = JOB.spec(new GraphSage(), 0.5f);
    float[] start = ParameterInitializer.initialize(spec.layout(), 4);
    SplitVertices none =
        SplitVertices.all(LabeledVertices.NONE, LabeledVertices.NONE, LabeledVertices.NONE);
    for (SplitVertices split : List.of(JOB.split(), none)) {
      TrainingOutcome outcome = trainFrom(spec, parameters(0, 16, SAMPLED, ADAM, 0), split, start);
      assertThat(outcome.parameters()).isEqualTo(start);
      assertThat(outcome.bestEpoch()).isZero();
      assertThat(outcome.epochs()).isEmpty();
    }
  }

  private static TrainingOutcome trainFrom(
      ModelSpec spec, TrainingParameters parameters, SplitVertices split, float[] start) {
    return JOB.run(
            spec,
            Placement.of(2, 1),
            (context, session) ->
                new TrainingLoop(context, parameters, session, report -> {})
                    .train(MemoryJob.dealt(split, context), start))
        .get(0);
  }

  @Test
  void aModelWithoutEdgesSeesNoEdges() {
    TrainingParameters parameters = parameters(2, 20, SAMPLED, ADAM, 0).withoutEdges();
    assertThat(parameters.rules().fanouts()).containsExactly(0, 0);
    assertThat(parameters.evaluationRules().fanouts()).containsExactly(0, 0);
    assertThat(train(JOB.spec(new Gcn(), 0), parameters, Placement.of(2, 1)).epochs()).hasSize(2);
  }

  @Test
  void whoComesAfterALossHearsOfItAtOnce() {
    TrainerGroup group = new TrainerGroup(2);
    group.abort();
    assertThatThrownBy(() -> group.collective(1).allReduce(new float[1], new double[1]))
        .hasMessage("Trainer 1 lost another one.");
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void aCancelledJobEndsWithinTwoSeconds(int trainers) {
    AtomicLong cancelledAt = new AtomicLong();
    GraphemberException e =
        catchThrowableOfType(
            GraphemberException.class,
            () ->
                JOB.train(
                    JOB.spec(new GraphSage(), 0.5f),
                    parameters(1_000_000, 8, SAMPLED, ADAM, 0),
                    JOB.split(),
                    new Placement(2, trainers, Courier.direct(), () -> cancelledAt.get() != 0),
                    report -> {
                      if (report.epoch() == 3) {
                        cancelledAt.set(System.nanoTime());
                      }
                    }));
    assertThat(System.nanoTime() - cancelledAt.get()).isLessThan(2_000_000_000L);
    assertThat(e.is(SpiError.CANCELLED)).isTrue();
  }

  /** Hosts that fall silent: the job is left all the same, and its threads end. */
  @Test
  void aJobThatWaitsForASilentHostCanBeCancelled() {
    AtomicInteger replies = new AtomicInteger(30);
    AtomicLong cancelledAt = new AtomicLong();
    CountDownLatch silent = new CountDownLatch(1);
    Courier falling =
        new Courier() {
          @Override
          public <T> CompletableFuture<T> deliver(Supplier<T> work) {
            if (replies.getAndDecrement() > 0) {
              return CompletableFuture.completedFuture(work.get());
            }
            silent.countDown();
            return new CompletableFuture<>();
          }
        };
    Cancellation onceSilent =
        () -> silent.getCount() == 0 && (cancelledAt.compareAndSet(0, System.nanoTime()) || true);
    assertThatThrownBy(
            () ->
                train(
                    JOB.spec(new GraphSage(), 0.5f),
                    parameters(1000, 8, SAMPLED, ADAM, 0),
                    new Placement(2, 2, falling, onceSilent)))
        .hasMessage("Cancelled at the user's request.");
    assertThat(System.nanoTime() - cancelledAt.get()).isLessThan(2_000_000_000L);
  }

  @Test
  void whatAHostFailsWithEndsTheJobOfEveryTrainer() {
    AtomicInteger replies = new AtomicInteger(40);
    Courier failing =
        new Courier() {
          @Override
          public <T> CompletableFuture<T> deliver(Supplier<T> work) {
            return replies.getAndDecrement() > 0
                ? CompletableFuture.completedFuture(work.get())
                : CompletableFuture.failedFuture(
                    new GraphemberException(SpiError.INTERNAL, "The disk is gone."));
          }
        };
    assertThatThrownBy(
            () ->
                train(
                    JOB.spec(new GraphSage(), 0.5f),
                    parameters(1000, 8, SAMPLED, ADAM, 0),
                    new Placement(2, 2, failing, Cancellation.NEVER)))
        .hasMessage("The disk is gone.");
  }
}
