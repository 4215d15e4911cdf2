// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import io.graphember.tensor.optimizer.Optimizer;
import io.graphember.training.task.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** How far a training is: what a {@link TrainingState} says, as it changes. Used by one thread. */
final class TrainingProgress {
  private final Optimizer optimizer;
  private final IntToDoubleFunction rates;
  private final DoubleSupplier waited;
  private final StepTimes times;
  private final float[] weights;
  private final float[] slots;
  private final float[] bestWeights;
  private final List<EpochReport> epochs;
  private @Nullable EpochReport best; // null before the first epoch
  private double[] sums; // loss, hits and seeds of the present epoch
  private float[] lastGradients = {};
  private long step;
  private long began; // the epoch, if it had all been done here
  private double waitedBefore;

  /**
   * Goes on from a state, whose arrays are changed from now on.
   *
   * @param rates learning rate of an epoch
   * @param waited seconds waited for batches since some moment
   * @param times hears how long updates take
   */
  TrainingProgress(
      TrainingState from,
      Optimizer optimizer,
      IntToDoubleFunction rates,
      DoubleSupplier waited,
      StepTimes times) {
    this.optimizer = optimizer;
    this.rates = rates;
    this.waited = waited;
    this.times = times;
    this.weights = from.weights();
    this.slots = from.slots();
    this.bestWeights = from.bestWeights();
    this.epochs = new ArrayList<>(from.epochs());
    epochs.replaceAll(report -> report.at(rate(report.epoch())));
    this.step = from.step();
    epochs.stream().filter(EpochReport::best).forEach(report -> best = report);
    beginEpoch(from.sums(), from.seconds(), from.waitSeconds());
  }

  private void beginEpoch(double[] begun, double seconds, double waitSeconds) {
    sums = begun.clone();
    began = System.nanoTime() - (long) (1e9 * seconds);
    waitedBefore = waited.getAsDouble() - waitSeconds;
  }

  float[] weights() {
    return weights;
  }

  /** Gradients of the last update; empty before the first. */
  float[] gradients() {
    return lastGradients;
  }

  /** Steps done, from the first epoch on. */
  long step() {
    return step;
  }

  /** Whole epochs. */
  int epochs() {
    return epochs.size();
  }

  /** The best epoch so far, 0 for none. */
  int bestEpoch() {
    return best == null ? 0 : best.epoch();
  }

  /** Loss, hits and seeds of the present epoch. */
  double[] sums() {
    return sums;
  }

  /**
   * Makes an update.
   *
   * @param added loss, hits and seeds over all trainers
   * @param gradients added up over all trainers
   * @param count steps that it ends
   */
  void update(double[] added, float[] gradients, int count) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += added[i];
    }
    step += count;
    lastGradients = gradients;
    final long began = System.nanoTime();
    optimizer.update(weights, gradients, slots, step);
    times.add(StepTimes.Part.UPDATE, began);
  }

  /**
   * Takes what updates elsewhere have made.
   *
   * @param newWeights the parameters; copied
   * @param epochSums loss, hits and seeds of the present epoch; copied
   * @param steps that are done, from the first epoch on
   */
  void take(float[] newWeights, double[] epochSums, long steps) {
    System.arraycopy(newWeights, 0, weights, 0, weights.length);
    System.arraycopy(epochSums, 0, sums, 0, sums.length);
    step = steps;
  }

  /** Loss and hits of the present epoch. */
  Score trained() {
    return Score.of(sums);
  }

  /**
   * Ends the present epoch.
   *
   * @param validated true if the validation decides which epoch is the best
   */
  EpochReport endEpoch(Score valid, boolean validated) {
    final boolean better = best == null || !validated || valid.betterThan(best.valid());
    final int number = epochs.size() + 1;
    EpochReport report =
        new EpochReport(number, seconds(), waitSeconds(), trained(), valid, better, rate(number));
    if (better) {
      best = report;
      System.arraycopy(weights, 0, bestWeights, 0, weights.length);
    }
    epochs.add(report);
    beginEpoch(new double[TrainingState.SUMS], 0, 0);
    return report;
  }

  private float rate(int epoch) {
    return (float) rates.applyAsDouble(epoch);
  }

  private double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }

  private double waitSeconds() {
    return waited.getAsDouble() - waitedBefore;
  }

  TrainingState state() {
    return new TrainingState(
        step,
        weights,
        slots,
        bestWeights,
        sums.clone(),
        seconds(),
        waitSeconds(),
        List.copyOf(epochs));
  }

  TrainingOutcome outcome() {
    return new TrainingOutcome(bestWeights, bestEpoch(), List.copyOf(epochs), slots, step);
  }
}
