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
 * The collective over Ignite: contributions go to the coordinator, which adds them up in the order
 * of ranks and sends the sum to the nodes of the trainers. Nobody but the trainers' own threads
 * waits.
 */
public final class RemoteCollective implements Collective {
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
    int current = round++;
    CompletableFuture<JobSums.Sum> expected = job.sums().expect(current, rank);
    try {
      send(current, values, metrics, expected);
      JobSums.Sum sum = replies.await(expected, "the other trainers in round " + current);
      System.arraycopy(sum.values(), 0, values, 0, values.length);
      System.arraycopy(sum.metrics(), 0, metrics, 0, metrics.length);
    } finally {
      job.sums().forget(current, rank);
    }
  }

  private void send(
      int current, float[] values, double[] metrics, CompletableFuture<JobSums.Sum> expected) {
    JobPlan plan = job.plan();
    // The arrays are the caller's and are overwritten by the sum: the root gets copies.
    float[] contribution = values.clone();
    double[] contributedMetrics = metrics.clone();
    if (plan.coordinator().equals(calls.self())) {
      contribute(calls, job, current, rank, contribution, contributedMetrics);
      return;
    }
    job.work().moved(2 * (4L * values.length + 8L * metrics.length));
    calls
        .send(
            plan.coordinator(),
            NodeThreads.STORAGE_EXECUTOR,
            new ContributeCall(
                plan.job(), plan.epoch(), current, rank, contribution, contributedMetrics))
        .whenComplete(
            (taken, failure) -> {
              if (failure != null) {
                expected.completeExceptionally(failure);
              }
            });
  }

  /** On the coordinator: takes a contribution, and sends the sum out after the last. */
  static void contribute(
      NodeCalls calls, LiveJob job, int round, int rank, float[] values, double[] metrics) {
    job.sums()
        .contribute(round, rank, values, metrics)
        .ifPresent(sum -> sendOut(calls, job, round, sum));
  }

  private static void sendOut(NodeCalls calls, LiveJob job, int round, JobSums.Sum sum) {
    JobPlan plan = job.plan();
    for (UUID node : new LinkedHashSet<>(Arrays.asList(plan.trainers()))) {
      if (node.equals(calls.self())) {
        deliver(node, job, round, sum);
      } else {
        new Redelivery(
                () ->
                    calls.send(
                        node,
                        NodeThreads.STORAGE_EXECUTOR,
                        new DeliverCall(plan.job(), plan.epoch(), round, sum)),
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
  static void deliver(UUID self, LiveJob job, int round, JobSums.Sum sum) {
    UUID[] trainers = job.plan().trainers();
    for (int rank = 0; rank < trainers.length; rank++) {
      if (trainers[rank].equals(self)) {
        job.sums().expect(round, rank).complete(sum);
      }
    }
  }
}
