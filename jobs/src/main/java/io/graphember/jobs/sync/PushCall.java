// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.WaitingCall;
import io.graphember.training.sync.ServedParameters;
import io.graphember.training.sync.ServedVersion;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings a trainer's gradient to the node that serves the parameters, and the next version back; no
 * thread waits for that.
 *
 * <p>Fields that travel, by Ignite's marshaller: number and placement epoch of the job, number of
 * the model in it, rank of the trainer, number of the call among those of the trainer, the version
 * that the gradient was computed on, or -1 where a trainer begins an epoch; the gradient, and its
 * loss, hits and rows, none where it begins.
 */
final class PushCall extends WaitingCall<VersionReply> {
  private static final long serialVersionUID = 1L;
  private static final long BEGIN = -1;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final int model;
  private final int rank;
  private final long call;
  private final long computedOn;
  private final float[] gradients;
  private final double[] sums;
  private transient @Nullable CompletableFuture<ServedVersion> answer; // once it has arrived

  private PushCall(
      LiveJob asking,
      int model,
      int rank,
      long call,
      long computedOn,
      float[] gradients,
      double[] sums) {
    this.job = asking.plan().job();
    this.epoch = asking.plan().epoch();
    this.model = model;
    this.rank = rank;
    this.call = call;
    this.computedOn = computedOn;
    this.gradients = gradients;
    this.sums = sums;
  }

  static PushCall begin(LiveJob asking, int model, int rank, long call) {
    return new PushCall(asking, model, rank, call, BEGIN, new float[0], new double[0]);
  }

  static PushCall push(
      LiveJob asking,
      int model,
      int rank,
      long call,
      long computedOn,
      float[] gradients,
      double[] sums) {
    return new PushCall(asking, model, rank, call, computedOn, gradients, sums);
  }

  /** Bytes of the arrays. */
  long bytes() {
    return (long) Float.BYTES * gradients.length + (long) Double.BYTES * sums.length;
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.PARAMETERS;
  }

  @Override
  public Optional<Consumer<Runnable>> arrive() {
    final LiveJob live = jobs.get(job, epoch);
    live.work().served(requestKind(), bytes());
    CompletableFuture<ServedVersion> begun = live.servers().of(model).thenCompose(this::ask);
    answer = begun;
    return begun.isDone()
        ? Optional.empty()
        : Optional.of(turn -> begun.whenComplete((done, failure) -> turn.run()));
  }

  private CompletableFuture<ServedVersion> ask(ServedParameters served) {
    return computedOn == BEGIN
        ? served.begin(rank, call)
        : served.push(rank, call, computedOn, gradients, sums);
  }

  @Override
  public VersionReply run() {
    if (answer == null) {
      throw new IllegalStateException("the gradient has not arrived");
    }
    return new VersionReply(answer.join()); // has completed; a failure goes to the trainer
  }
}
