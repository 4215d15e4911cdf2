// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.live;

import io.graphember.client.api.NodeCounts;
import io.graphember.jobs.cluster.Node;
import io.graphember.sampling.batch.BatchCounts;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What one node does for one job, counted: as a storage node that serves others, and as a trainer
 * node. Safe for use by several threads.
 */
public final class JobWork {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final LongAdder requests = new LongAdder();
  private final LongAdder bytesServed = new LongAdder();
  private final LongAdder rowsServed = new LongAdder();
  private final LongAdder samplingNanos = new LongAdder();
  private final LongAdder rowNanos = new LongAdder();
  private final LongAdder bytesMoved = new LongAdder();
  private final BatchCounts batches = new BatchCounts();
  private final AnswerTimes answers = new AnswerTimes();
  private final Set<Integer> trainers = ConcurrentHashMap.newKeySet();

  /** Counts a message that was answered, with the bytes of its requests and replies. */
  public void served(long bytes) {
    requests.increment();
    bytesServed.add(bytes);
  }

  /** Counts rows that were copied out or added up. */
  void rowsServed(long rows) {
    rowsServed.add(rows);
  }

  /**
   * Serves another node, and counts the processor time that it takes this thread.
   *
   * @param sampling true if edges are read for samples, false if rows are
   */
  public void serve(boolean sampling, Runnable answer) {
    final long began = THREADS.getCurrentThreadCpuTime();
    try {
      answer.run();
    } finally {
      final long took = THREADS.getCurrentThreadCpuTime() - began;
      (sampling ? samplingNanos : rowNanos).add(took);
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
  }

  /** Counts a trainer that runs here, once. */
  public void trainerStarted(int rank) {
    trainers.add(rank);
  }

  /** All counts, with those that the partitions of the node keep. */
  NodeCounts counts(
      Node node,
      List<Node> others,
      int[] partitions,
      long rowsHeld,
      long gathers,
      long sampledEdges,
      long replayedSteps) {
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
        answers.by(others));
  }
}
