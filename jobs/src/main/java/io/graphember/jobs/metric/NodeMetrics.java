// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.metric;

import io.graphember.client.api.JobState;
import io.graphember.jobs.count.JobCounts;
import io.graphember.jobs.count.Latencies;
import io.graphember.jobs.count.PageFaults;
import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.count.RequestTimes;
import io.graphember.jobs.count.TableRows;
import io.graphember.jobs.footprint.NativeMemory;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.resident.ResidentGraphs;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.memory.MemoryBudget;
import jakarta.inject.Inject;
import java.math.BigDecimal;

/**
 * Metrics of a whole node, for as long as it runs. Added up over the nodes they are those of the
 * cluster. Safe for use by several threads.
 */
public final class NodeMetrics {
  private final LiveStore live;
  private final RunningJobs running;
  private final JobCounts jobs;
  private final RequestTimes times;
  private final MemoryBudget heap;
  private final NativeMemory nativeMemory;
  private final ResidentGraphs graphs;
  private final TableRows tables;

  @Inject
  NodeMetrics(
      LiveStore live,
      RunningJobs running,
      JobCounts jobs,
      RequestTimes times,
      MemoryBudget heap,
      NativeMemory nativeMemory,
      ResidentGraphs graphs,
      TableRows tables) {
    this.live = live;
    this.running = running;
    this.jobs = jobs;
    this.times = times;
    this.heap = heap;
    this.nativeMemory = nativeMemory;
    this.graphs = graphs;
    this.tables = tables;
  }

  /** Shows what the node does. */
  void node(Metrics metrics) {
    jobs(metrics);
    work(metrics);
    memory(metrics);
  }

  private void jobs(Metrics metrics) {
    metrics.number("JobsRunning", "jobs that this node coordinates", running::count);
    metrics.number(
        "JobsQueued",
        "jobs that wait for a place, on the oldest node; 0 on the others",
        jobs::queued);
    ended(metrics, "JobsDoneTotal", "were done", JobState.Status.DONE);
    ended(metrics, "JobsFailedTotal", "failed", JobState.Status.FAILED);
    ended(metrics, "JobsCancelledTotal", "were cancelled", JobState.Status.CANCELLED);
    metrics.number("EpochsTotal", "epochs of jobs that this node coordinates", jobs::epochs);
    metrics.number(
        "LossesSurvivedTotal",
        "nodes that were lost and without which jobs of this node went on, each once for each job",
        jobs::lossesSurvived);
    trainedOn(metrics);
  }

  private void trainedOn(Metrics metrics) {
    metrics.number(
        "ModelUpdatesPublishedTotal",
        "jobs of this node that went on with a model and published the new one",
        jobs::publishedUpdates);
    metrics.number(
        "ModelUpdatesKeptTotal",
        "jobs of this node that went on with a model, or tested it, and left it as it was",
        jobs::keptModels);
    metrics.real(
        "FeatureDrift",
        "largest population stability index of a column of features since the model was trained, that the last of these jobs found",
        jobs::featureDrift);
    metrics.real(
        "PredictionDrift",
        "how far the classes that the model predicts are from those when it was trained, 0 to 1, that the last of these jobs found",
        jobs::predictionDrift);
  }

  private void ended(Metrics metrics, String name, String how, JobState.Status status) {
    metrics.number(
        name,
        "jobs that %s, of those that this node coordinated".formatted(how),
        () -> jobs.endedSo(status));
  }

  private void work(Metrics metrics) {
    metrics.number("JobsOpen", "jobs that this node has a part in", live::openJobs);
    metrics.number("TrainersRunning", "trainers that run here", live::runningTrainers);
    metrics.number("PartitionsServed", "partitions that jobs hold here", live::heldPartitions);
    metrics.number("TableRowsReadTotal", "rows of caches that were read for loads", tables::total);
    metrics.number(
        "SampledEdgesTotal", "edges read for samples", () -> live.totals().sampledEdges());
    metrics.number(
        "RowsServedTotal",
        "feature rows served to other nodes, singly or added up",
        () -> live.totals().rowsServed());
    metrics.number(
        "MappedRowsReadTotal",
        "feature rows in files of graphFolder that batches have read, each time",
        () -> live.totals().mappedRowsRead());
    if (PageFaults.ofProcess().isPresent()) {
      metrics.number(
          "PageFaultsTotal",
          "how often the process has waited for a page of a file from the disk, of graphFolder or another one; not shown where it is not measured",
          () -> PageFaults.ofProcess().orElse(0));
    }
    metrics.number(
        "BytesMovedTotal",
        "bytes that trainers and publishers here exchanged with other nodes",
        () -> live.totals().bytesMoved());
    metrics.real(
        "TrainerWaitSecondsTotal",
        "how long trainers here waited for batches, in epochs that are done",
        () -> live.totals().waitSeconds());
  }

  private void memory(Metrics metrics) {
    metrics.number("HeapBytes", "heap taken by jobs and loads", heap::takenBytes);
    metrics.number("HeapLimitBytes", "heap that they may take", heap::limitBytes);
    metrics.number(
        "IdleGraphBytes",
        "heap of graphs and joined lists that no job uses any more, which others get when they need it",
        graphs::idleBytes);
    metrics.number(
        "NativeBytes", "native memory taken by engines and jobs", nativeMemory::takenBytes);
    metrics.number(
        "NativeLimitBytes", "native memory that they may take", nativeMemory::limitBytes);
  }

  /** Shows what is known of the requests of a kind. */
  void requests(RequestKind kind, Metrics metrics) {
    metrics.number(
        "BytesServedTotal",
        "bytes of requests that this node answered, and of the answers",
        () -> live.totals().bytesServed(kind));
    final Latencies latencies = times.of(kind);
    final long[] bounds = Latencies.bounds();
    for (int b = 0; b < bounds.length; b++) {
      final int bucket = b;
      final String seconds = BigDecimal.valueOf(bounds[b], 9).stripTrailingZeros().toPlainString();
      metrics.number(
          "Within_%s_Total".formatted(seconds.replace('.', '_')),
          "requests of this node to others that were answered within %s s".formatted(seconds),
          () -> latencies.within(bucket));
    }
    metrics.number(
        "Within_Inf_Total",
        "requests of this node to others that were answered, however late",
        latencies::count);
    metrics.number(
        "CountTotal", "requests of this node to others that were answered", latencies::count);
    metrics.real(
        "SecondsTotal", "how long their answers took together, in seconds", latencies::seconds);
  }
}
