// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.training.epoch.ParameterInitializer;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.Objective;
import io.graphember.training.task.DealtVertices;
import io.graphember.training.task.LabeledVertices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BatchScheduleTest {
  private static LabeledVertices vertices(int count, int offset) {
    long[] vids = new long[count];
    int[] labels = new int[count];
    Arrays.setAll(vids, i -> i + offset);
    Arrays.setAll(labels, i -> (i + offset) % 7);
    return new LabeledVertices(vids, labels);
  }

  private static BatchSchedule schedule(
      int train, int valid, int batchSize, int rank, int trainers, int epochs) {
    TrainingParameters parameters =
        new TrainingParameters(
            5,
            epochs,
            batchSize,
            HopRules.in(3),
            HopRules.in(-1),
            4,
            OptimizerPlan.sgd(1, 0),
            0,
            1,
            true,
            false,
            Objective.CLASSIFICATION,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new BatchSchedule(
        parameters,
        DealtVertices.of(vertices(train, 0), rank, trainers),
        DealtVertices.of(vertices(valid, 1000), rank, trainers),
        rank,
        trainers);
  }

  /** Every vertex once in every epoch, however many trainers share them. */
  @Property(tries = 150, seed = "61")
  void anEpochIsEveryVertexOnce(
      @ForAll @IntRange(min = 1, max = 60) int train,
      @ForAll @IntRange(max = 30) int valid,
      @ForAll @IntRange(min = 1, max = 20) int batchSize,
      @ForAll @IntRange(min = 1, max = 5) int trainers) {
    for (int epoch = 0; epoch < 2; epoch++) {
      List<Long> seen = new ArrayList<>();
      List<Float> lossShares = new ArrayList<>();
      Set<Long> keys = new HashSet<>();
      for (int rank = 0; rank < trainers; rank++) {
        BatchSchedule schedule = schedule(train, valid, batchSize, rank, trainers, 2);
        int steps = schedule.trainSteps() + schedule.validSteps();
        for (int skip = 0; skip < epoch * steps; skip++) {
          schedule.next();
        }
        for (int step = 0; step < steps; step++) {
          BatchTask task = schedule.next();
          boolean training = step < schedule.trainSteps();
          assertThat(task.rules().fanouts()).containsExactly(training ? 3 : -1);
          assertThat(task.vertices().size()).isLessThanOrEqualTo(training ? batchSize : 4);
          assertThat(keys.add(task.key())).isTrue();
          for (int i = 0; i < task.vertices().size(); i++) {
            long vid = task.vertices().vids()[i];
            seen.add(vid);
            assertThat(task.vertices().labels()[i]).isEqualTo((int) (vid % 7));
            assertThat(vid < 1000).isEqualTo(training);
          }
          if (training) {
            lossShares.add(task.scale() * task.vertices().size());
          }
        }
        assertThat(schedule.hasNext()).isEqualTo(epoch == 0);
      }
      assertThat(seen).hasSize(train + valid).doesNotHaveDuplicates();
      // Over all trainers the loss of each step is a mean.
      double shares = lossShares.stream().mapToDouble(Float::doubleValue).sum();
      int steps = schedule(train, valid, batchSize, 0, trainers, 2).trainSteps();
      assertThat(shares).isBetween(steps - 1e-4, steps + 1e-4);
    }
  }

  @Test
  void theLastStepMayLeaveATrainerWithoutABatch() {
    List<Integer> sizes = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      BatchSchedule schedule = schedule(20, 0, 6, rank, 3, 1);
      assertThat(schedule.trainSteps()).isEqualTo(2);
      sizes.add(schedule.next().vertices().size());
      BatchTask last = schedule.next();
      sizes.add(last.vertices().size());
      assertThat(last.scale()).isEqualTo(1f / 2);
      assertThat(schedule.hasNext()).isFalse();
      assertThatThrownBy(schedule::next).isInstanceOf(NoSuchElementException.class);
    }
    assertThat(sizes).containsExactly(6, 0, 6, 1, 6, 1);
  }

  /** Each trainer has vertices next to one another, as many as every other one but one. */
  @Property(tries = 100, seed = "62")
  void trainersHaveRunsOfEqualLength(
      @ForAll @IntRange(max = 200) int count, @ForAll @IntRange(min = 1, max = 9) int trainers) {
    List<Long> joined = new ArrayList<>();
    for (int rank = 0; rank < trainers; rank++) {
      DealtVertices dealt = DealtVertices.of(vertices(count, 0), rank, trainers);
      assertThat(dealt.own().size()).isBetween(count / trainers, count / trainers + 1);
      assertThat(dealt.total()).isEqualTo(count);
      Arrays.stream(dealt.own().vids()).forEach(joined::add);
    }
    assertThat(joined).hasSize(count).isSorted();
    long seen = 0;
    for (int step = 0; step <= count; step++) {
      seen += DealtVertices.all(vertices(count, 0)).inStep(step, 7, 1);
    }
    assertThat(seen).isEqualTo(count);
  }

  @Test
  void epochsAreShuffledAnewAndValidationIsTheSameEveryTime() {
    BatchSchedule schedule = schedule(30, 4, 30, 0, 1, 3);
    BatchTask train1 = schedule.next();
    BatchTask valid1 = schedule.next();
    BatchTask train2 = schedule.next();
    BatchTask valid2 = schedule.next();
    assertThat(train1.vertices().vids()).isNotEqualTo(train2.vertices().vids());
    assertThat(train1.key()).isNotEqualTo(train2.key());
    assertThat(valid1.vertices().vids()).isEqualTo(valid2.vertices().vids());
    assertThat(valid1.key()).isEqualTo(valid2.key());
  }

  @Test
  void parametersStartAsGlorotAndBengioSay() {
    ModelSpec spec = new ModelSpec(new GraphSage(), 40, 20, 5, 2, 0, 0);
    float[] values = ParameterInitializer.initialize(spec.layout(), 3);
    assertThat(values).hasSize(spec.layout().length());
    assertThat(ParameterInitializer.initialize(spec.layout(), 3)).isEqualTo(values);
    assertThat(ParameterInitializer.initialize(spec.layout(), 4)).isNotEqualTo(values);
    for (ParameterLayout.Parameter parameter : spec.layout().parameters()) {
      double bound = parameter.bound();
      double squares = 0;
      double largest = 0;
      for (int i = 0; i < parameter.length(); i++) {
        double value = values[parameter.offset() + i];
        squares += value * value;
        largest = Math.max(largest, Math.abs(value));
      }
      if (bound > 0) {
        assertThat(bound).isEqualTo(Math.sqrt(6.0 / (parameter.rows() + parameter.columns())));
        assertThat(largest).isBetween(0.9 * bound, bound);
        // The variance of U(-a, a) is a^2 / 3.
        assertThat(squares / parameter.length() / (bound * bound / 3)).isBetween(0.7, 1.3);
      } else {
        assertThat(largest).isZero();
      }
    }
  }
}
