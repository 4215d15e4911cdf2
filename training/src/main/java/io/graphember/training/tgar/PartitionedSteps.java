// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.tgar;

import io.graphember.graph.id.Vid;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tgar.PartitionResult;
import io.graphember.tgar.PartitionSeeds;
import io.graphember.tgar.step.PartitionedModel;
import io.graphember.training.TrainingError;
import io.graphember.training.epoch.StepSource;
import io.graphember.training.epoch.StepTimes;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.loop.LossNotFinite;
import io.graphember.training.task.ClassBalance;
import io.graphember.training.task.OutputCounts;
import io.graphember.training.task.Score;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Steps over a whole graph, which all of its partitions compute together (GraphTheta, section 3):
 * one step in an epoch, over all vertices to train on with all of their neighbours. What partitions
 * give is added up in the order of their numbers, so the results have the same bits on any number
 * of nodes. Used by one thread.
 */
public final class PartitionedSteps implements StepSource {
  private static final long DROPOUT_TAG = 2;

  /** Rows that are measured at a time. */
  private static final int MEASURED_ROWS = 1 << 14;

  private static final float[] NO_VALUES = {};

  private final PartitionedModel model;
  private final TrainingParameters parameters;
  private final int outputs;
  private final List<PartitionSplits> own;
  private final SplitTotals totals;
  private final PartitionSums sums;
  private final List<PartitionSeeds> seeds;
  private final StepTimes times;
  private long waitedNanos;

  /**
   * Steps of a model that is open.
   *
   * @param outputs of a vertex
   * @param own what is learned of this node's partitions, in ascending order
   * @param totals what is learned of all partitions
   * @param times hears where the time of steps goes
   * @throws GraphemberException with code {@link TrainingError#TASK_UNFIT} if there is nothing to
   *     train on
   */
  public PartitionedSteps(
      PartitionedModel model,
      TrainingParameters parameters,
      int outputs,
      List<PartitionSplits> own,
      SplitTotals totals,
      PartitionSums sums,
      StepTimes times) {
    this.model = model;
    this.times = times;
    this.parameters = parameters;
    this.outputs = outputs;
    this.own = List.copyOf(own);
    this.totals = totals;
    this.sums = sums;
    if (totals.train() == 0 && parameters.epochs() > 0) {
      throw new GraphemberException(
          TrainingError.TASK_UNFIT, "No vertex to train on: the training split is empty.");
    }
    final ByteBuffer weights =
        parameters.balanceClasses() ? ClassBalance.weights(totals.classes()) : null;
    seeds = this.own.stream().map(of -> seeds(of.train(), weights)).toList();
  }

  private PartitionSeeds seeds(KnownMasters train, @Nullable ByteBuffer weights) {
    Loss loss = parameters.objective().loss(train.expected(), weights);
    return new PartitionSeeds(train.masters(), loss);
  }

  @Override
  public int stepsPerEpoch() {
    return 1;
  }

  @Override
  public double[] step(float[] weights, long number, float[] gradients) {
    final long began = System.nanoTime();
    List<PartitionResult> results =
        model.step(
            weights,
            CounterRandom.child(parameters.seed(), DROPOUT_TAG, number - 1),
            1f / totals.train(),
            seeds);
    results.forEach(result -> requireFinite(result, number));
    times.add(StepTimes.Part.COMPUTE, began);
    times.step();
    final long reached = System.nanoTime();
    PartitionSums.Sum sum =
        sum(
            results.stream().map(PartitionResult::gradients).toList(),
            results.stream().map(this::metrics).toList());
    times.add(StepTimes.Part.WAIT, reached);
    System.arraycopy(sum.values(), 0, gradients, 0, gradients.length);
    return sum.metrics();
  }

  private double[] metrics(PartitionResult of) {
    return new double[] {of.result().lossSum(), of.result().correct(), train(of).size()};
  }

  private KnownMasters train(PartitionResult result) {
    return own.stream()
        .filter(of -> of.partition() == result.partition())
        .findFirst()
        .orElseThrow()
        .train();
  }

  private PartitionSums.Sum sum(List<float[]> values, List<double[]> metrics) {
    final long began = System.nanoTime();
    try {
      return sums.add(values, metrics);
    } finally {
      waitedNanos += System.nanoTime() - began;
    }
  }

  private void requireFinite(PartitionResult of, long step) {
    if (!Double.isFinite(of.result().lossSum())) {
      final long[] vids =
          Arrays.stream(train(of).masters())
              .mapToLong(master -> Vid.of(of.partition(), master))
              .toArray();
      throw LossNotFinite.failure(step, of.result().lossSum(), vids);
    }
  }

  @Override
  public Score validate(float[] weights) {
    return measure(weights, totals.valid(), PartitionSplits::valid);
  }

  /** Measures parameters on the test split. */
  public Score test(float[] weights) {
    return measure(weights, totals.test(), PartitionSplits::test);
  }

  private Score measure(
      float[] weights, long total, Function<PartitionSplits, KnownMasters> split) {
    if (total == 0) {
      return Score.NONE;
    }
    List<float[]> rows =
        model.outputs(weights, own.stream().map(of -> split.apply(of).masters()).toList());
    double[][] metrics = new double[own.size()][];
    for (int p = 0; p < metrics.length; p++) {
      metrics[p] = counts(rows.get(p), split.apply(own.get(p)));
    }
    PartitionSums.Sum sum =
        sum(Collections.nCopies(metrics.length, NO_VALUES), Arrays.asList(metrics));
    return OutputCounts.of(parameters.objective(), outputs).total(sum.metrics());
  }

  private double[] counts(float[] rows, KnownMasters known) {
    OutputCounts counts = OutputCounts.of(parameters.objective(), outputs);
    ByteBuffer some =
        ByteBuffer.allocate(Float.BYTES * Math.min(MEASURED_ROWS, known.size()) * outputs)
            .order(ByteOrder.nativeOrder());
    for (int from = 0; from < known.size(); from += MEASURED_ROWS) {
      final int count = Math.min(MEASURED_ROWS, known.size() - from);
      some.asFloatBuffer().put(rows, from * outputs, count * outputs);
      final int width = known.expected().capacity() / known.size();
      ByteBuffer expected =
          known.expected().slice(from * width, count * width).order(ByteOrder.nativeOrder());
      counts.add(some, expected, count);
    }
    return counts.toArray();
  }

  @Override
  public double waitSeconds() {
    return 1e-9 * waitedNanos;
  }
}
