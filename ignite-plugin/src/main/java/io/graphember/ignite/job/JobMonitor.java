// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.JobState;
import io.graphember.ignite.catalog.JobCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the state of a running job and writes it to the catalog, at most every {@value
 * #WRITE_MILLIS} ms while epochs come. Safe for use by several threads.
 */
final class JobMonitor {
  private static final long WRITE_MILLIS = 100;

  private final JobCatalog catalog;
  private final List<EpochInfo> epochs = new ArrayList<>();
  private JobState state;
  private long lastWrite;

  JobMonitor(JobCatalog catalog, JobState begun) {
    this.catalog = catalog;
    this.state = begun;
  }

  synchronized void phase(String phase) {
    if (!state.status().ended() && !state.phase().equals(phase)) {
      state = with(JobState.Status.RUNNING, phase, null);
      write();
    }
  }

  synchronized void epoch(EpochInfo epoch) {
    if (state.status().ended()) {
      return;
    }
    epochs.add(epoch);
    state = with(JobState.Status.RUNNING, state.phase(), null);
    if (System.nanoTime() - lastWrite > TimeUnit.MILLISECONDS.toNanos(WRITE_MILLIS)) {
      write();
    }
  }

  /** All epochs, as the trainer reported them at its end. */
  synchronized void epochs(List<EpochInfo> all) {
    epochs.clear();
    epochs.addAll(all);
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
        List.copyOf(epochs),
        error);
  }

  private void write() {
    catalog.put(state);
    lastWrite = System.nanoTime();
  }
}
