// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import io.graphember.spi.backend.ParameterLayout;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.optimizer.RunningMeans;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.sync.ParameterServer;
import io.graphember.training.task.Score;

/**
 * The epochs of a training, whatever computes its steps: updates, validation, the best epoch, when
 * it ends. All who compute run the same loop and take the same decisions, so nothing needs to be
 * sent around but sums.
 *
 * <p>The best epoch is the one with the highest validation quality, then the lowest validation
 * loss; without a validation split it is the last one. Used by one thread.
 */
public final class EpochLoop {
  private final TrainingParameters parameters;
  private final ParameterLayout layout;
  private final StepTimes times;
  private final EpochListener listener;

  /**
   * Epochs of a training.
   *
   * @param layout of the model
   * @param times hears where the time of steps goes
   * @param listener hears of every epoch
   */
  public EpochLoop(
      TrainingParameters parameters,
      ParameterLayout layout,
      StepTimes times,
      EpochListener listener) {
    this.parameters = parameters;
    this.layout = layout;
    this.times = times;
    this.listener = listener;
  }

  /** The state before the first step, from random parameters drawn by the job seed. */
  public TrainingState start() {
    return start(ParameterInitializer.initialize(layout, parameters.seed()));
  }

  /**
   * The state before the first step.
   *
   * @param weights to start from; copied
   */
  public TrainingState start(float[] weights) {
    return TrainingState.start(weights, parameters.optimizer().slots());
  }

  /**
   * Trains on: the outcome has the bits of a training that nothing ever stopped.
   *
   * @param from a state of the same training, the same for all who compute; its arrays are changed
   * @param keeper keeps states to go on from; what it throws ends the training
   * @throws GraphemberException as {@link StepSource#step}
   */
  public TrainingOutcome train(StepSource steps, TrainingState from, StateKeeper keeper) {
    return train(steps, new Lockstep(), from, keeper);
  }

  /**
   * Trains on where each who computes changes the parameters for itself: the outcome is the same in
   * all of them, and another one on every run.
   *
   * @param steps of one trainer alone
   * @param server where it changes them
   * @param trainers how many there are
   * @param from a state of the same training, the same for all who compute; its arrays are changed
   * @param keeper keeps states to go on from; what it throws ends the training
   * @throws GraphemberException as {@link StepSource#step}
   */
  public TrainingOutcome trainServed(
      StepSource steps,
      ParameterServer server,
      int trainers,
      TrainingState from,
      StateKeeper keeper) {
    final RowMeans statistics = new RowMeans(layout.statistics());
    return train(
        steps, new ServedUpdates(server, trainers, statistics, from.step(), times), from, keeper);
  }

  private TrainingOutcome train(
      StepSource steps, Updates updates, TrainingState from, StateKeeper keeper) {
    final long perEpoch = updates.perEpoch(steps.stepsPerEpoch());
    final LearningRate rate = parameters.optimizer().rate(perEpoch, parameters.epochs());
    TrainingProgress progress =
        new TrainingProgress(
            from,
            new RunningMeans(
                parameters.optimizer().of(perEpoch, parameters.epochs()), layout.statistics()),
            epoch -> rate.at(epoch * perEpoch),
            steps::waitSeconds,
            times);
    while (progress.epochs() < parameters.epochs() && !stopEarly(progress)) {
      updates.epoch(steps, progress, keeper);
      steps.endSteps(progress.epochs() + 1, progress.trained());
      Score valid = steps.validate(progress.weights());
      EpochReport report = progress.endEpoch(valid.whole(), valid.vertices() > 0);
      if (report.best()) {
        steps.keepBest(progress.step());
      }
      listener.epoch(report, progress.weights(), progress.gradients());
    }
    steps.end(progress.step(), progress.bestEpoch() > 0);
    return progress.outcome();
  }

  private boolean stopEarly(TrainingProgress progress) {
    return parameters.patience() > 0
        && progress.bestEpoch() > 0
        && progress.epochs() - progress.bestEpoch() >= parameters.patience();
  }
}
