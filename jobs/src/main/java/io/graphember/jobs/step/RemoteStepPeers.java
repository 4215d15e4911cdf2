// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.step;

import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.StepMail;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.sync.Redelivery;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import io.graphember.tgar.StepPeers;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The other nodes that compute partitions of a job. A message that could not be brought to a node
 * ends the steps of this one with its failure. Used by one thread.
 */
public final class RemoteStepPeers implements StepPeers {
  private final NodeCalls calls;
  private final LiveJob job;
  private final Replies replies;
  private final List<UUID> hosts;
  private final int model;
  private final CompletableFuture<float[]> undelivered =
      new CompletableFuture<>(); // fails or stays

  /**
   * The nodes of a job.
   *
   * @param hosts node of each number
   * @param model number of the model whose steps are made
   */
  public RemoteStepPeers(
      NodeCalls calls, LiveJob job, Replies replies, List<UUID> hosts, int model) {
    this.calls = calls;
    this.job = job;
    this.replies = replies;
    this.hosts = List.copyOf(hosts);
    this.model = model;
  }

  @Override
  public void send(int host, long number, float[] rows) {
    final UUID node = hosts.get(host);
    final StepMail.Letter letter = new StepMail.Letter(model, hosts.indexOf(calls.self()), number);
    job.work().moved(4L * rows.length);
    Redelivery.to(
            calls,
            node,
            () ->
                calls.send(node, NodeThreads.STORAGE_EXECUTOR, new StepRowsCall(job, letter, rows)))
        .deliver()
        .whenComplete(
            (taken, failure) -> {
              if (failure != null) {
                undelivered.completeExceptionally(failure);
              }
            });
  }

  @Override
  public float[] receive(int host, long number) {
    final StepMail.Letter letter = new StepMail.Letter(model, host, number);
    try {
      return replies.await(
          job.steps().expect(letter).applyToEither(undelivered, rows -> rows),
          "the rows of another node's partitions");
    } finally {
      job.steps().forget(letter);
    }
  }
}
