// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.JobState;
import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.LayerProgress;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.count.JobCounts;
import io.graphember.jobs.entry.SharedCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the state of a running job and writes it to the catalog, at most every {@value
 * #WRITE_MILLIS} ms while epochs and layers come. Who reports does not wait for the catalog: those
 * threads serve other nodes, and a catalog may wait for a node that is frozen. Safe for use by
 * several threads.
 */
public final class JobMonitor {
  private static final long WRITE_MILLIS = 100;

  /** Instead of a phase, while a job waits for a majority of the storage nodes. */
  private static final String PAUSED = "majority";

  private final SharedCalls<Boolean> writes;
  private final Executor writer;
  private final JobCounts counts;
  private final NodeLog log;

  /** A state keeps the histograms of so many epochs, the latest: they are large. */
  private static final int HISTOGRAMS = 32;

  private List<EpochInfo> epochs = List.of();
  private int epochsSoFar;
  private JobState state;
  private Optional<JobState> end = Optional.empty(); // what the catalog is told, first
  private JobPhase phase = JobPhase.OPEN;
  private @Nullable LayerProgress layer; // null before the first
  private @Nullable JobTrainers trainers; // null before they are placed
  private long lastWrite;
  private OptionalLong keptAt = OptionalLong.empty(); // by System.nanoTime

  /**
   * The state of a job that has begun.
   *
   * @param writer writes what is reported
   * @param counts counts epochs
   * @param log hears of phases
   */
  public JobMonitor(
      JobCatalog catalog, Executor writer, JobCounts counts, NodeLog log, JobState begun) {
    this.writes = new SharedCalls<>(reports -> write(catalog));
    this.writer = writer;
    this.counts = counts;
    this.log = log;
    this.state = begun;
    this.epochs = begun.epochs();
    this.epochsSoFar = epochs.isEmpty() ? 0 : epochs.get(epochs.size() - 1).epoch();
  }

  /** Goes on to a phase; a report of an earlier one came late. */
  public synchronized void phase(JobPhase next) {
    if (end.isEmpty() && next.compareTo(phase) > 0) {
      phase = next;
      state = with(JobState.Status.RUNNING, next.text());
      log.info("phase " + next.text());
      writeSoon();
    }
  }

  /** True before the job has trained or inferred anything. */
  public synchronized boolean opens() {
    return phase == JobPhase.OPEN;
  }

  /** The job waits for a majority of the storage nodes, or goes on. */
  synchronized void paused(boolean waits) {
    if (end.isEmpty()) {
      state = with(JobState.Status.RUNNING, waits ? PAUSED : phase.text());
      log.info(waits ? "waits for a majority of the storage nodes" : "goes on");
      writeSoon();
    }
  }

  /** Where the trainers are; again when they were placed anew, and when they are done. */
  public synchronized void trainers(JobTrainers placed) {
    if (end.isEmpty()) {
      trainers = placed;
      state = with(JobState.Status.RUNNING, state.phase());
      writeSoon();
    }
  }

  public synchronized void epoch(EpochInfo epoch) {
    // Reports may arrive after the trainer's result, which has all epochs.
    if (end.isPresent() || epoch.epoch() <= epochsSoFar) {
      return;
    }
    epochsSoFar++;
    counts.epoch();
    List<EpochInfo> more = new ArrayList<>(epochs);
    more.add(epoch);
    final int old = more.size() - 1 - HISTOGRAMS;
    if (old >= 0 && epoch.histograms() != null) {
      more.set(old, more.get(old).with(null));
    }
    epochs = JobCatalog.latest(more);
    state = with(JobState.Status.RUNNING, state.phase());
    writeNowAndThen();
  }

  /** A checkpoint is complete. */
  public synchronized void kept() {
    keptAt = OptionalLong.of(System.nanoTime());
  }

  /** Seconds since the last checkpoint that this coordinator heard of; empty before the first. */
  public synchronized OptionalDouble checkpointAge() {
    return keptAt.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(1e-9 * (System.nanoTime() - keptAt.getAsLong()));
  }

  /** So far inference is. */
  public synchronized void layer(LayerProgress progress) {
    if (end.isEmpty()) {
      layer = progress;
      state = with(JobState.Status.RUNNING, state.phase());
      writeNowAndThen();
    }
  }

  private void writeNowAndThen() {
    if (System.nanoTime() - lastWrite > TimeUnit.MILLISECONDS.toNanos(WRITE_MILLIS)) {
      writeSoon();
    }
  }

  /** All epochs, as the trainer reported them at its end; histograms came with each. */
  public synchronized void epochs(List<EpochInfo> all) {
    final Map<Integer, EpochInfo> described = new HashMap<>();
    epochs.stream()
        .filter(epoch -> epoch.histograms() != null)
        .forEach(epoch -> described.put(epoch.epoch(), epoch));
    epochsSoFar = all.size();
    epochs =
        JobCatalog.latest(all).stream()
            .map(
                epoch ->
                    described.containsKey(epoch.epoch())
                        ? epoch.with(described.get(epoch.epoch()).histograms())
                        : epoch)
            .toList();
  }

  /**
   * Says how the job has ended; the catalog has it when this returns.
   *
   * @param keptStep steps of the checkpoint that stays; null if none does
   * @param now in ms since 1970
   */
  public void end(
      JobState.Status status, @Nullable ErrorInfo error, @Nullable Long keptStep, long now) {
    final JobState ended;
    synchronized (this) {
      ended =
          with(status, status == JobState.Status.DONE ? JobPhase.END.text() : state.phase())
              .because(error, keptStep)
              .endedAt(now);
      end = Optional.of(ended);
    }
    try {
      writes.call();
    } finally {
      synchronized (this) {
        state = ended; // who hears of it finds the end in the catalog, too
      }
    }
  }

  /** How far the job is. */
  public synchronized JobState state() {
    return state;
  }

  private JobState with(JobState.Status status, String phase) {
    return new JobState(
        state.job(),
        state.name(),
        state.graph(),
        status,
        phase,
        state.totalEpochs(),
        epochs,
        trainers,
        layer,
        null,
        state.origin(),
        null,
        state.submission(),
        null,
        null);
  }

  /** What cannot be written now is written with the next report, or the end. */
  private void writeSoon() {
    lastWrite = System.nanoTime();
    writes.callSoon(writer);
  }

  private boolean write(JobCatalog catalog) {
    catalog.put(next());
    return true;
  }

  private synchronized JobState next() {
    return end.orElse(state);
  }
}
