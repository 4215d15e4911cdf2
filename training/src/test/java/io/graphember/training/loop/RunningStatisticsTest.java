// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.StepResult;
import io.graphember.spi.backend.Targets;
import io.graphember.spi.model.LayerOptions;
import io.graphember.spi.model.Normalization;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.training.fixture.MemoryJob;
import io.graphember.training.fixture.MemoryJob.Placement;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.optimizer.OptimizerKind;
import io.graphember.training.job.optimizer.RateSchedule;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.Objective;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.Score;
import io.graphember.training.task.SplitVertices;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trainings with batch normalisation: what becomes of the statistics of batches. */
class RunningStatisticsTest {
  private static final MemoryJob JOB = MemoryJob.blockModel(300, 8);
  private static final ModelSpec SPEC =
      JOB.spec(new GraphSage(), 0.2f).with(LayerOptions.DEFAULT.with(false, Normalization.BATCH));
  private static final int[] STATISTICS = SPEC.layout().statistics();

  /** A step of one trainer: rows of its loss, and what its batch has. */
  private record Batch(int rows, double[] statistics) {}

  /** Notes what each batch has. */
  private record Noting(ModelSession session, List<Batch> batches) implements ModelSession {
    @Override
    public ModelSpec spec() {
      return session.spec();
    }

    @Override
    public StepResult forwardBackward(
        MiniBatch batch,
        Targets targets,
        ByteBuffer parameters,
        ByteBuffer gradients,
        ByteBuffer inputGradients) {
      StepResult result =
          session.forwardBackward(batch, targets, parameters, gradients, inputGradients);
      double[] statistics = new double[STATISTICS.length];
      for (int i = 0; i < statistics.length; i++) {
        final int at = 4 * STATISTICS[i];
        statistics[i] = (double) parameters.getFloat(at) - gradients.getFloat(at);
      }
      batches.add(new Batch(targets.rows(batch), statistics));
      return result;
    }

    @Override
    public void forward(
        MiniBatch batch, ByteBuffer parameters, ByteBuffer logits, ByteBuffer embeddings) {
      session.forward(batch, parameters, logits, embeddings);
    }

    @Override
    public void score(MiniBatch batch, SeedPairs pairs, ByteBuffer parameters, ByteBuffer scores) {
      session.score(batch, pairs, parameters, scores);
    }

    @Override
    public void close() {}
  }

  private record Trained(float[] parameters, List<Batch> batches) {}

  /** Clipped to almost nothing and decaying: neither is for statistics. */
  private static TrainingParameters parameters(int epochs) {
    return new TrainingParameters(
        7,
        epochs,
        8,
        HopRules.in(4, 3),
        HopRules.in(4, 3),
        64,
        new OptimizerPlan(OptimizerKind.ADAM, 0.02f, RateSchedule.CONSTANT, 1, 1, 0, 1f, 0.3f, 0),
        0,
        2,
        true,
        false,
        Objective.CLASSIFICATION,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static List<Trained> train(Placement placement) {
    SplitVertices split =
        SplitVertices.all(JOB.split().train().own(), LabeledVertices.NONE, LabeledVertices.NONE);
    return JOB.run(
        SPEC,
        placement,
        (context, session) -> {
          Noting noting = new Noting(session, new ArrayList<>());
          TrainingLoop loop = new TrainingLoop(context, parameters(3), noting, report -> {});
          return new Trained(
              loop.train(MemoryJob.dealt(split, context)).parameters(), noting.batches());
        });
  }

  /** 60 seeds in batches of 8: with three trainers the last one of an epoch has no rows. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theyFollowTheBatchesOfAllTrainers(int trainers) {
    List<Trained> trained = train(Placement.of(2, trainers));
    double[] expected = new double[STATISTICS.length];
    float[] first = new float[SPEC.layout().length()];
    SPEC.layout()
        .parameters()
        .forEach(p -> Arrays.fill(first, p.offset(), p.offset() + p.length(), (float) p.initial()));
    for (int i = 0; i < expected.length; i++) {
      expected[i] = first[STATISTICS[i]];
    }
    for (int step = 0; step < trained.get(0).batches().size(); step++) {
      int rows = 0;
      double[] sums = new double[expected.length];
      for (Trained trainer : trained) {
        Batch batch = trainer.batches().get(step);
        rows += batch.rows();
        for (int i = 0; i < sums.length; i++) {
          sums[i] += batch.rows() * batch.statistics()[i];
        }
      }
      for (int i = 0; i < sums.length; i++) {
        expected[i] += 0.1 * (sums[i] / rows - expected[i]);
      }
    }
    for (Trained trainer : trained) {
      assertThat(trainer.parameters()).isEqualTo(trained.get(0).parameters());
      for (int i = 0; i < expected.length; i++) {
        assertThat(trainer.parameters()[STATISTICS[i]])
            .isCloseTo((float) expected[i], within(1e-4f));
      }
    }
  }

  @Test
  void theirBitsDoNotDependOnTheHosts() {
    assertThat(train(Placement.of(3, 2)).get(1).parameters())
        .isEqualTo(train(Placement.of(1, 2)).get(0).parameters());
  }

  @Test
  void aModelLearns() {
    List<Score> tests =
        JOB.run(
            SPEC,
            Placement.of(2, 2),
            (context, session) -> {
              TrainingLoop loop = new TrainingLoop(context, parameters(25), session, r -> {});
              return loop.evaluate(
                  loop.train(JOB.split(context)).parameters(), JOB.split(context).test());
            });
    assertThat(tests.get(0)).isEqualTo(tests.get(1));
    assertThat(tests.get(0).quality()).isGreaterThan(0.6); // chance is a third
  }
}
