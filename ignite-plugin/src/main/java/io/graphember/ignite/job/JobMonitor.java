// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.JobState;
import io.graphember.client.api.LayerProgress;
import io.graphember.ignite.catalog.JobCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the state of a running job and writes it to the catalog, at most every {@value
 * #WRITE_MILLIS} ms while epochs and layers come. Safe for use by several threads.
 */
final class JobMonitor {
  private static final long WRITE_MILLIS = 100;

  /** Instead of a phase, while a job waits for a majority of the storage nodes. */
  private static final String PAUSED = "majority";

  private final JobCatalog catalog;
  private List<EpochInfo> epochs = List.of();
  private int epochsSoFar;
  private JobState state;
  private JobPhase phase = JobPhase.OPEN;
  private LayerProgress layer; // null before the first
  private long lastWrite;

  JobMonitor(JobCatalog catalog, JobState begun) {
    this.catalog = catalog;
    this.state = begun;
  }

  /** Goes on to a phase; a report of an earlier one came late. */
  synchronized void phase(JobPhase next) {
    if (!state.status().ended() && next.compareTo(phase) > 0) {
      phase = next;
      state = with(JobState.Status.RUNNING, next.text(), null);
      write();
    }
  }

  /** The job waits for a majority of the storage nodes, or goes on. */
  synchronized void paused(boolean waits) {
    if (!state.status().ended()) {
      state = with(JobState.Status.RUNNING, waits ? PAUSED : phase.text(), null);
      write();
    }
  }

  synchronized void epoch(EpochInfo epoch) {
    // Reports may arrive after the trainer's result, which has all epochs.
    if (state.status().ended() || epoch.epoch() <= epochsSoFar) {
      return;
    }
    epochsSoFar++;
    List<EpochInfo> more = new ArrayList<>(epochs);
    more.add(epoch);
    epochs = JobCatalog.latest(more);
    state = with(JobState.Status.RUNNING, state.phase(), null);
    writeNowAndThen();
  }

  /** So far inference is. */
  synchronized void layer(LayerProgress progress) {
    if (!state.status().ended()) {
      layer = progress;
      state = with(JobState.Status.RUNNING, state.phase(), null);
      writeNowAndThen();
    }
  }

  private void writeNowAndThen() {
    if (System.nanoTime() - lastWrite > TimeUnit.MILLISECONDS.toNanos(WRITE_MILLIS)) {
      write();
    }
  }

  /** All epochs, as the trainer reported them at its end. */
  synchronized void epochs(List<EpochInfo> all) {
    epochsSoFar = all.size();
    epochs = JobCatalog.latest(all);
  }

  synchronized void end(JobState.Status status, ErrorInfo error) {
    state =
        with(status, status == JobState.Status.DONE ? JobPhase.END.text() : state.phase(), error);
    write();
  }

  synchronized JobState state() {
    return state;
  }

  private JobState with(JobState.Status status, String phase, ErrorInfo error) {
    return new JobState(
        state.job(),
        state.name(),
        state.graph(),
        status,
        phase,
        state.totalEpochs(),
        epochs,
        layer,
        error);
  }

  private void write() {
    catalog.put(state);
    lastWrite = System.nanoTime();
  }
}
