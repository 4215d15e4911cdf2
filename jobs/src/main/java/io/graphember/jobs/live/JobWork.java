// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.client.api.NodeCounts;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.count.KindCounts;
import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.count.WorkTotals;
import io.graphember.jobs.quota.JobQuota;
import io.graphember.sampling.batch.BatchCounts;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/**
 * What one node does for one job, counted: as a storage node that serves others, and as a trainer
 * node. Safe for use by several threads.
 */
public final class JobWork {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final JobQuota quota;
  private final LongAdder requests = new LongAdder();
  private final KindCounts<RequestKind> bytesServed = new KindCounts<>(RequestKind.class);
  private final LongAdder rowsServed = new LongAdder();
  private final LongAdder mappedRowsRead = new LongAdder();
  private final LongAdder samplingNanos = new LongAdder();
  private final LongAdder rowNanos = new LongAdder();
  private final LongAdder bytesMoved = new LongAdder();
  private final DoubleAdder waitSeconds = new DoubleAdder();
  private final BatchCounts batches = new BatchCounts();
  private final AnswerTimes answers = new AnswerTimes();
  private final Set<Integer> trainers = ConcurrentHashMap.newKeySet();

  /**
   * Nothing is done yet.
   *
   * @param quota takes what is served and moved
   */
  JobWork(JobQuota quota) {
    this.quota = quota;
  }

  /** Counts a message that was answered, with the bytes of its requests and replies. */
  public void served(RequestKind kind, long bytes) {
    requests.increment();
    bytesServed.add(kind, bytes);
    quota.served(bytes);
  }

  /** Counts what a trainer waited for batches in an epoch. */
  public void waited(double seconds) {
    waitSeconds.add(seconds);
  }

  /** Counts rows that were copied out or added up. */
  void rowsServed(long rows) {
    rowsServed.add(rows);
  }

  /** Counts rows of features in mapped files that were read. */
  void mappedRowsRead(long rows) {
    mappedRowsRead.add(rows);
  }

  /**
   * Serves another node, and counts the processor time that it takes this thread.
   *
   * @param kind what it asks for: edges are read for samples, otherwise rows
   */
  public void serve(RequestKind kind, Runnable answer) {
    final long began = THREADS.getCurrentThreadCpuTime();
    try {
      answer.run();
    } finally {
      final long took = THREADS.getCurrentThreadCpuTime() - began;
      (kind == RequestKind.SAMPLING ? samplingNanos : rowNanos).add(took);
      quota.worked(took);
    }
  }

  /** What assembling batches here has cost and spared. */
  public BatchCounts batches() {
    return batches;
  }

  /** How long other nodes take to answer this one. */
  public AnswerTimes answers() {
    return answers;
  }

  /** Counts bytes that trainers here exchanged with other nodes. */
  public void moved(long bytes) {
    bytesMoved.add(bytes);
    quota.moved(bytes);
  }

  /** Counts a trainer that runs here, once. */
  public void trainerStarted(int rank) {
    trainers.add(rank);
  }

  /** What metrics show of it. */
  WorkTotals totals(long sampledEdges) {
    return new WorkTotals(
        sampledEdges,
        rowsServed.sum(),
        mappedRowsRead.sum(),
        requests.sum(),
        bytesServed.all(),
        bytesMoved.sum(),
        waitSeconds.sum(),
        quota.pausedSeconds());
  }

  /** All counts, with those that the partitions of the node keep. */
  NodeCounts counts(
      Node node,
      List<Node> others,
      int[] partitions,
      long rowsHeld,
      long gathers,
      long sampledEdges,
      long replayedSteps,
      OptionalLong pageFaults) {
    return new NodeCounts(
        node.name(),
        node.clientPort(),
        partitions,
        trainers.size(),
        rowsHeld,
        gathers,
        sampledEdges,
        rowsServed.sum(),
        requests.sum(),
        bytesServed.sum(),
        (samplingNanos.sum() + rowNanos.sum()) / 1e9,
        samplingNanos.sum() / 1e9,
        bytesMoved.sum(),
        batches.bytesSpared(),
        replayedSteps,
        answers.by(others),
        mappedRowsRead.sum(),
        pageFaults.isPresent() ? pageFaults.getAsLong() : null,
        quota.pausedSeconds());
  }
}
