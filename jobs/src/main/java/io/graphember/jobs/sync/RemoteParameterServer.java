// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import io.graphember.training.job.TrainingSettings;
import io.graphember.training.sync.ParameterServer;
import io.graphember.training.sync.ServedParameters;
import io.graphember.training.sync.ServedVersion;
import io.graphember.training.sync.VersionedParameters;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The parameters of a job between nodes: they are with the first trainer. A gradient and the
 * version that answers it are each as long as the parameters; the node of the first trainer sends
 * and receives as many of them as the trainers of other nodes make steps.
 */
public final class RemoteParameterServer implements ParameterServer {
  private final NodeCalls calls;
  private final LiveJob job;
  private final Replies replies;
  private final int rank;
  private final int model;
  private final UUID server;
  private long call;
  private long version;

  private RemoteParameterServer(
      NodeCalls calls, LiveJob job, Replies replies, int rank, int model) {
    this.calls = calls;
    this.job = job;
    this.replies = replies;
    this.rank = rank;
    this.model = model;
    this.server = job.plan().trainers()[0];
  }

  /**
   * The server of one trainer; empty if the trainers of the job step together.
   *
   * @param model number of the model whose parameters it has, in the job
   */
  public static Optional<ParameterServer> of(
      NodeCalls calls, LiveJob job, Replies replies, int rank, int model) {
    return training(job).inStep()
        ? Optional.empty()
        : Optional.of(new RemoteParameterServer(calls, job, replies, rank, model));
  }

  private static TrainingSettings training(LiveJob job) {
    return job.settings().train().training();
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public void open(VersionedParameters parameters, long pushes) {
    job.servers()
        .serve(
            model,
            () ->
                new ServedParameters(
                    job.plan().trainers().length, training(job).bound(), parameters))
        .open(pushes);
  }

  @Override
  public <T> T alone(Supplier<T> work) {
    return job.servers().of(model).join().alone(work);
  }

  @Override
  public ServedVersion begin() {
    final long number = ++call;
    return await(
        calls.self().equals(server)
            ? job.servers().of(model).thenCompose(served -> served.begin(rank, number))
            : ask(PushCall.begin(job, model, rank, number)));
  }

  @Override
  public ServedVersion push(float[] gradients, double[] sums) {
    final long number = ++call;
    final long computedOn = version;
    return await(
        calls.self().equals(server)
            ? job.servers()
                .of(model)
                .thenCompose(served -> served.push(rank, number, computedOn, gradients, sums))
            : ask(PushCall.push(job, model, rank, number, computedOn, gradients, sums)));
  }

  private ServedVersion await(CompletableFuture<ServedVersion> reply) {
    final ServedVersion given = replies.await(reply, "the parameters of the first trainer");
    version = given.number();
    return given;
  }

  /** A call that is lost is made again: with the same number it counts once. */
  private CompletableFuture<ServedVersion> ask(PushCall push) {
    job.work().moved(push.bytes());
    CompletableFuture<ServedVersion> answer = new CompletableFuture<>();
    Redelivery.to(
            calls,
            server,
            () ->
                calls
                    .send(server, NodeThreads.STORAGE_EXECUTOR, push)
                    .thenApply(
                        reply -> {
                          job.work().moved(reply.bytes());
                          return answer.complete(reply.version());
                        }))
        .deliver()
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                answer.completeExceptionally(failure);
              }
            });
    return answer;
  }
}
