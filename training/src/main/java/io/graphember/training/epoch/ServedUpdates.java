// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import io.graphember.training.sync.ParameterServer;
import io.graphember.training.sync.ServedVersion;
import io.graphember.training.sync.VersionedParameters;

/**
 * Each trainer computes on the version of the parameters that it is given, and none waits for the
 * others but as their bound says, see {@link io.graphember.training.sync.ServedParameters}. The
 * parameters and what the optimizer remembers are with the first trainer, which keeps the state
 * too, between two steps of its own.
 *
 * <p>An epoch takes as many gradients as when all step together, and a gradient is one update at
 * most: a rate that changes with the step has changed as much at the end of the epoch.
 */
final class ServedUpdates implements Updates {
  private static final int ROWS = 2; // place of the number of rows among the sums

  private final ParameterServer server;
  private final int trainers;
  private final RowMeans statistics;
  private final StepTimes times;
  private long steps; // of this trainer

  /**
   * Updates of one of several trainers.
   *
   * @param trainers of the job
   * @param statistics weights that are statistics of batches
   * @param done gradients that were applied before
   * @param times hears how long this trainer waits
   */
  ServedUpdates(
      ParameterServer server, int trainers, RowMeans statistics, long done, StepTimes times) {
    this.server = server;
    this.times = times;
    this.trainers = trainers;
    this.statistics = statistics;
    this.steps = done / trainers;
  }

  @Override
  public long perEpoch(int ofSteps) {
    return (long) ofSteps * trainers;
  }

  @Override
  public void epoch(StepSource source, TrainingProgress progress, StateKeeper keeper) {
    final long end = (progress.epochs() + 1L) * perEpoch(source.stepsPerEpoch());
    if (progress.step() == end) { // a state that was kept behind the last gradient of an epoch
      return;
    }
    if (server.rank() == 0) {
      server.open(new Served(progress), end - progress.step());
    }
    ServedVersion version = server.begin();
    long kept = version.pushes();
    while (version.more()) {
      final float[] gradients = new float[version.weights().length]; // the server keeps it
      final double[] sums = source.step(version.weights(), ++steps, gradients);
      final long pushed = System.nanoTime();
      version = server.push(gradients, sums);
      times.add(StepTimes.Part.WAIT, pushed);
      if (server.rank() == 0 && keeper.due(kept / trainers, version.pushes() / trainers)) {
        kept = version.pushes();
        keeper.keep(server.alone(() -> progress.state().copy()));
      }
    }
    if (server.rank() == 0 && keeper.moves()) {
      keeper.keep(progress.state());
    }
    if (server.rank() > 0) {
      progress.take(version.weights(), version.sums(), version.pushes());
    }
  }

  /** The state of the first trainer, changed by the gradients of all. */
  private final class Served implements VersionedParameters {
    private final TrainingProgress progress;

    Served(TrainingProgress progress) {
      this.progress = progress;
    }

    @Override
    public float[] weights() {
      return progress.weights();
    }

    @Override
    public double[] sums() {
      return progress.sums();
    }

    @Override
    public long pushes() {
      return progress.step();
    }

    @Override
    public void update(double[] added, float[] gradients, int count) {
      statistics.divide(gradients, added[ROWS]);
      progress.update(added, gradients, count);
    }
  }
}
