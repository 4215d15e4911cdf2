// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.metric;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobState;
import io.graphember.jobs.count.WorkTotals;
import io.graphember.jobs.live.JobMemory;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.resident.ResidentGraphs;
import io.graphember.jobs.run.JobMonitor;
import io.graphember.jobs.run.RunningJobs;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Metrics of one job or graph, for as long as it is here. They name the job and do not hold it, so
 * that nothing is kept by who forgets to take them away. Safe for use by several threads.
 */
public final class JobMetrics {
  private final LiveStore live;
  private final RunningJobs running;
  private final ResidentGraphs graphs;

  @Inject
  JobMetrics(LiveStore live, RunningJobs running, ResidentGraphs graphs) {
    this.live = live;
    this.running = running;
    this.graphs = graphs;
  }

  /** Shows how far a job is, on its coordinator. */
  void progress(long job, Metrics metrics) {
    metrics.text("Name", "name of the job", () -> state(job).map(JobState::name).orElse(""));
    metrics.text("Graph", "name of its graph", () -> state(job).map(JobState::graph).orElse(""));
    metrics.text("Phase", "what is done now", () -> state(job).map(JobState::phase).orElse(""));
    metrics.number("Epoch", "epochs that are done", () -> epoch(job, EpochInfo::epoch));
    metrics.number(
        "Epochs",
        "epochs that the job takes, at most",
        () -> state(job).map(state -> (long) state.totalEpochs()).orElse(0L));
    metrics.real("Loss", "mean training loss of the last epoch", () -> last(job, EpochInfo::loss));
    metrics.real(
        "Validation",
        "accuracy, micro F1 or RMSE on the validation split behind the last epoch; NaN without one",
        () -> last(job, epoch -> epoch.validation() == null ? Double.NaN : epoch.validation()));
    metrics.real(
        "EpochSeconds", "how long the last epoch took", () -> last(job, EpochInfo::seconds));
    metrics.real(
        "CheckpointAgeSeconds",
        "seconds since the last complete checkpoint; NaN before the first",
        () ->
            monitor(job)
                .map(monitor -> monitor.checkpointAge().orElse(Double.NaN))
                .orElse(Double.NaN));
  }

  private Optional<JobMonitor> monitor(long job) {
    return running.monitor(job);
  }

  private Optional<JobState> state(long job) {
    return running.state(job);
  }

  private Optional<EpochInfo> epoch(long job) {
    return state(job)
        .map(JobState::epochs)
        .filter(epochs -> !epochs.isEmpty())
        .map(epochs -> epochs.get(epochs.size() - 1));
  }

  private long epoch(long job, ToLongFunction<EpochInfo> figure) {
    return epoch(job).map(figure::applyAsLong).orElse(0L);
  }

  private double last(long job, ToDoubleFunction<EpochInfo> figure) {
    return epoch(job).map(figure::applyAsDouble).orElse(Double.NaN);
  }

  /** Shows what a node does for a job. */
  void work(long job, Metrics metrics) {
    metrics.number(
        "HeapBytes",
        "heap that the job takes here, with that of its graph, which other jobs may share",
        () -> memory(job, JobMemory::heapBytes));
    metrics.number(
        "NativeBytes",
        "native memory that the job takes here, without what its engine takes by itself",
        () -> memory(job, JobMemory::nativeBytes));
    metrics.number(
        "Partitions",
        "partitions that the job holds here",
        () -> of(job, found -> found.held().length));
    metrics.number(
        "SampledEdgesTotal",
        "edges read here for samples",
        () -> total(job, WorkTotals::sampledEdges));
    metrics.number(
        "RowsServedTotal",
        "feature rows served to other nodes, singly or added up",
        () -> total(job, WorkTotals::rowsServed));
    metrics.number(
        "MappedRowsReadTotal",
        "feature rows in files of graphFolder that its batches have read here, each time",
        () -> total(job, WorkTotals::mappedRowsRead));
    metrics.number(
        "RequestsServedTotal",
        "requests of other nodes that were answered here",
        () -> total(job, WorkTotals::requestsServed));
    metrics.number(
        "BytesServedTotal",
        "bytes of these requests and of the answers",
        () -> total(job, WorkTotals::allBytesServed));
    metrics.number(
        "BytesMovedTotal",
        "bytes that its trainers and publishers here exchanged with other nodes",
        () -> total(job, WorkTotals::bytesMoved));
    metrics.real(
        "TrainerWaitSecondsTotal",
        "how long its trainers here waited for batches, in epochs that are done",
        () -> seconds(job, WorkTotals::waitSeconds));
    metrics.real(
        "PausedSecondsTotal",
        "how long its threads here have paused for a quota, added up over them",
        () -> seconds(job, WorkTotals::pausedSeconds));
  }

  private double seconds(long job, ToDoubleFunction<WorkTotals> figure) {
    return live.find(job).map(found -> figure.applyAsDouble(found.totals())).orElse(0.0);
  }

  private long of(long job, ToLongFunction<LiveJob> figure) {
    return live.find(job).map(figure::applyAsLong).orElse(0L);
  }

  private long memory(long job, ToLongFunction<JobMemory> figure) {
    return of(job, found -> figure.applyAsLong(found.memory()));
  }

  private long total(long job, ToLongFunction<WorkTotals> figure) {
    return of(job, found -> figure.applyAsLong(found.totals()));
  }

  /** Shows what a node does with a graph. */
  void graph(String graph, Metrics metrics) {
    metrics.number("Jobs", "jobs that have the graph open here", () -> jobs(graph).size());
    metrics.number(
        "HeapBytes", "heap that the graph and these jobs take here", () -> heapBytes(jobs(graph)));
  }

  private long heapBytes(List<LiveJob> jobs) {
    final long own =
        jobs.stream().mapToLong(job -> job.memory().heapBytes() - job.graphBytes()).sum();
    return own
        + jobs.stream().map(job -> job.graph().cache()).distinct().mapToLong(graphs::bytes).sum();
  }

  private List<LiveJob> jobs(String graph) {
    return live.all().stream().filter(found -> found.graph().name().equals(graph)).toList();
  }
}
