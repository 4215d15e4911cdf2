// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.live.JobSums;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Sums between nodes, round after round: each node of the trainers adds up a segment of the values,
 * in the order of ranks, and sends the sum to the others, see {@link Segments}. Nobody but the
 * trainers' own threads waits. Used by one thread.
 */
final class SumRounds {
  private static final double[] NO_METRICS = {};

  private final NodeCalls calls;
  private final LiveJob job;
  private final Replies replies;
  private final int[] ranks;
  private int round;

  /**
   * The rounds of some trainers.
   *
   * @param ranks whose values one thread contributes, ascending; the first of them leads
   */
  SumRounds(NodeCalls calls, LiveJob job, Replies replies, int[] ranks) {
    this.calls = calls;
    this.job = job;
    this.replies = replies;
    this.ranks = ranks;
  }

  /**
   * The next round.
   *
   * @param values of each rank
   * @param metrics of each rank
   * @return the sum over all trainers of the job
   */
  JobSums.Sum next(List<float[]> values, List<double[]> metrics) {
    final int current = round++;
    final Segments segments = Segments.of(job.plan().trainers(), values.get(0).length);
    float[] sum = new float[values.get(0).length];
    double[] sumOfMetrics = {};
    try {
      for (int segment = 0; segment < segments.count(); segment++) {
        for (int i = 0; i < ranks.length; i++) {
          send(
              segments.nodes().get(segment),
              new JobSums.Part(current, segment),
              ranks[i],
              segments.cut(values.get(i), segment),
              segment == 0 ? metrics.get(i).clone() : NO_METRICS);
        }
      }
      for (int segment = 0; segment < segments.count(); segment++) {
        final JobSums.Sum part =
            replies.await(
                job.sums().expect(new JobSums.Part(current, segment), ranks[0]),
                "the other trainers in round " + current);
        System.arraycopy(part.values(), 0, sum, segments.first(segment), part.values().length);
        sumOfMetrics = segment == 0 ? part.metrics() : sumOfMetrics;
      }
    } finally {
      for (int segment = 0; segment < segments.count(); segment++) {
        job.sums().forget(new JobSums.Part(current, segment), ranks[0]);
      }
    }
    return new JobSums.Sum(sum, sumOfMetrics);
  }

  private void send(UUID adder, JobSums.Part part, int rank, float[] values, double[] metrics) {
    final CompletableFuture<JobSums.Sum> expected = job.sums().expect(part, ranks[0]);
    if (adder.equals(calls.self())) {
      contribute(calls, job, part, rank, values, metrics);
      return;
    }
    JobPlan plan = job.plan();
    job.work().moved(bytes(values, metrics));
    calls
        .send(
            adder,
            NodeThreads.STORAGE_EXECUTOR,
            new ContributeCall(plan.job(), plan.epoch(), part, rank, values, metrics))
        .whenComplete(
            (taken, failure) -> {
              if (failure != null) {
                expected.completeExceptionally(failure);
              }
            });
  }

  static long bytes(float[] values, double[] metrics) {
    return (long) Float.BYTES * values.length + (long) Double.BYTES * metrics.length;
  }

  /** On the node that adds up: takes a contribution, and sends the sum out after the last. */
  static void contribute(
      NodeCalls calls, LiveJob job, JobSums.Part part, int rank, float[] values, double[] metrics) {
    job.sums()
        .contribute(part, rank, values, metrics)
        .ifPresent(sum -> sendOut(calls, job, part, sum));
  }

  private static void sendOut(NodeCalls calls, LiveJob job, JobSums.Part part, JobSums.Sum sum) {
    JobPlan plan = job.plan();
    for (UUID node : new LinkedHashSet<>(Arrays.asList(plan.trainers()))) {
      if (node.equals(calls.self())) {
        deliver(node, job, part, sum);
      } else {
        job.work().moved(bytes(sum.values(), sum.metrics()));
        Redelivery.to(
                calls,
                node,
                () ->
                    calls.send(
                        node,
                        NodeThreads.STORAGE_EXECUTOR,
                        new DeliverCall(plan.job(), plan.epoch(), part, sum)))
            .deliver();
      }
    }
  }

  /** On a trainers' node: wakes its trainers. */
  static void deliver(UUID self, LiveJob job, JobSums.Part part, JobSums.Sum sum) {
    for (int rank : job.plan().leads(self)) {
      job.sums().expect(part, rank).complete(sum);
    }
  }
}
