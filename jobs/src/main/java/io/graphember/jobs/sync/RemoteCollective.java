// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.live.JobSums;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.sync.Collective;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The collective between nodes: each node of the trainers adds up a segment of the values, in the
 * order of ranks, and sends the sum to the others, see {@link Segments}. Nobody but the trainers'
 * own threads waits.
 */
public final class RemoteCollective implements Collective {
  private static final double[] NO_METRICS = {};

  private final NodeCalls calls;
  private final LiveJob job;
  private final Replies replies;
  private final int rank;
  private int round;

  /** The collective of one trainer. */
  public RemoteCollective(NodeCalls calls, LiveJob job, Replies replies, int rank) {
    this.calls = calls;
    this.job = job;
    this.replies = replies;
    this.rank = rank;
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return job.plan().trainers().length;
  }

  @Override
  public void allReduce(float[] values, double[] metrics) {
    if (size() == 1) {
      return;
    }
    final int current = round++;
    final Segments segments = Segments.of(job.plan().trainers(), values.length);
    try {
      for (int segment = 0; segment < segments.count(); segment++) {
        send(
            segments.nodes().get(segment),
            new JobSums.Part(current, segment),
            segments.cut(values, segment),
            segment == 0 ? metrics.clone() : NO_METRICS);
      }
      for (int segment = 0; segment < segments.count(); segment++) {
        final JobSums.Sum sum =
            replies.await(
                job.sums().expect(new JobSums.Part(current, segment), rank),
                "the other trainers in round " + current);
        System.arraycopy(sum.values(), 0, values, segments.first(segment), sum.values().length);
        System.arraycopy(sum.metrics(), 0, metrics, 0, sum.metrics().length);
      }
    } finally {
      for (int segment = 0; segment < segments.count(); segment++) {
        job.sums().forget(new JobSums.Part(current, segment), rank);
      }
    }
  }

  private void send(UUID adder, JobSums.Part part, float[] values, double[] metrics) {
    final CompletableFuture<JobSums.Sum> expected = job.sums().expect(part, rank);
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

  private static long bytes(float[] values, double[] metrics) {
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
        new Redelivery(
                () ->
                    calls.send(
                        node,
                        NodeThreads.STORAGE_EXECUTOR,
                        new DeliverCall(plan.job(), plan.epoch(), part, sum)),
                failure -> mayArrive(calls, node, failure))
            .deliver();
      }
    }
  }

  /** A call may fail on its way; what the node itself refuses it refuses again. */
  private static boolean mayArrive(NodeCalls calls, UUID node, Throwable failure) {
    return failure instanceof GraphemberException known
        && known.is(NodeError.NODE_CALL_FAILED)
        && calls.alive(node);
  }

  /** On a trainers' node: wakes its trainers. */
  static void deliver(UUID self, LiveJob job, JobSums.Part part, JobSums.Sum sum) {
    UUID[] trainers = job.plan().trainers();
    for (int rank = 0; rank < trainers.length; rank++) {
      if (trainers[rank].equals(self)) {
        job.sums().expect(part, rank).complete(sum);
      }
    }
  }
}
