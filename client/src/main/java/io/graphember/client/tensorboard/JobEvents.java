// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.tensorboard;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.observe.ValueHistogram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A run in TensorBoard: loss, validation, learning rate and seconds of every epoch, and histograms
 * of parameters and gradients of a job with {@code training.observe.histograms}; written while the
 * job trains, as its states come. Hand {@link #accept} to {@link
 * io.graphember.client.JobHandle#await}. Used by one thread; what cannot be written is an {@link
 * UncheckedIOException}.
 */
public final class JobEvents implements Consumer<JobState>, AutoCloseable {
  private final EventFile events;
  private int written; // the last epoch

  private JobEvents(EventFile events) {
    this.events = events;
  }

  /**
   * Begins a run.
   *
   * @param folder of the run, made if it is not there; TensorBoard shows its name
   */
  public static JobEvents open(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new JobEvents(EventFile.create(folder, System.currentTimeMillis()));
  }

  /** Writes the epochs that are new. */
  @Override
  public void accept(JobState state) {
    write(state.epochs());
  }

  private void write(List<EpochInfo> epochs) {
    for (EpochInfo epoch : epochs) {
      if (epoch.epoch() > written) {
        write(epoch, System.currentTimeMillis());
        written = epoch.epoch();
      }
    }
  }

  private void write(EpochInfo epoch, long now) {
    final int step = epoch.epoch();
    events.scalar("loss/train", step, now, epoch.loss());
    scalar("validation", step, now, epoch.validation());
    scalar("learning rate", step, now, epoch.learningRate());
    events.scalar("seconds/epoch", step, now, epoch.seconds());
    events.scalar("seconds/waiting for batches", step, now, epoch.waitSeconds());
    if (epoch.histograms() != null) {
      histograms("parameters/", step, now, epoch.histograms().parameters());
      histograms("gradients/", step, now, epoch.histograms().gradients());
    }
  }

  private void histograms(String prefix, int step, long now, List<ValueHistogram> all) {
    all.forEach(of -> events.histogram(prefix + of.name(), step, now, of));
  }

  private void scalar(String tag, int step, long now, @Nullable Double value) {
    if (value != null) {
      events.scalar(tag, step, now, value);
    }
  }

  /** Writes how the test went, beside epochs that no state has told of. */
  public void end(JobResult result) {
    write(result.epochs());
    final JobResult.Test test = result.test();
    if (test == null) {
      return;
    }
    final long now = System.currentTimeMillis();
    final int step = result.bestEpoch();
    scalar("test/accuracy", step, now, test.accuracy());
    scalar("test/micro F1", step, now, test.microF1());
    scalar("test/macro F1", step, now, test.macroF1());
    scalar("test/RMSE", step, now, test.rmse());
    scalar("test/loss", step, now, test.loss());
    scalar("test/features alone", step, now, test.baseline());
    if (test.decisions() != null) {
      scalar("test/calibration error", step, now, test.decisions().calibrationError());
    }
    if (test.links() != null) {
      scalar("test/AUC", step, now, test.links().auc());
      scalar("test/MRR", step, now, test.links().meanReciprocalRank());
    }
  }

  @Override
  public void close() {
    events.close();
  }
}
