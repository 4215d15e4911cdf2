// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A submitted job. Safe for use by several threads. */
public final class JobHandle {
  private static final long QUEUED_MILLIS = 500; // nothing changes faster for a job that waits

  private final ServiceCalls calls;
  private final long job;

  JobHandle(ServiceCalls calls, long job) {
    this.calls = calls;
    this.job = job;
  }

  /** Its number in the cluster. */
  public long number() {
    return job;
  }

  /** How far it is, with all epochs. */
  public JobState state() {
    return state(1);
  }

  /** How far it is, with the epochs from a number on. */
  public JobState state(int fromEpoch) {
    return calls.call(s -> s.jobState(job, fromEpoch), new TypeReference<>() {});
  }

  /**
   * The settings of a job that is not done, JSON without {@code source}: what {@link
   * GraphemberClient#resume(long)} goes on with.
   *
   * @throws GraphemberException with code RESUME_REFUSED if it is done or forgotten
   */
  public String settings() {
    return calls.call(s -> s.jobSettings(job), new TypeReference<>() {});
  }

  /** Asks it to stop; true if it was running. It ends within two seconds. */
  public boolean cancel() {
    return calls.call(s -> s.cancelJob(job), new TypeReference<>() {});
  }

  /**
   * Waits until it is done. While no node answers, as one is lost or stops or the cluster is not
   * active, it asks again for a minute, and then fails with the last reason. A job whose
   * coordinator is lost goes on at another node, and is waited for there.
   *
   * @param listener hears of every state, with the epochs that are new
   * @param cancellation when it asks to stop, the job is cancelled and its end awaited
   * @throws GraphemberException why the job failed, or that it was cancelled
   */
  public JobResult await(Consumer<JobState> listener, Cancellation cancellation) {
    return await(listener, address -> {}, cancellation);
  }

  /**
   * The same for who wants to know when another node is asked.
   *
   * @param lost hears the address, {@code host:port}, of each node that is lost meanwhile
   */
  public JobResult await(
      Consumer<JobState> listener, Consumer<String> lost, Cancellation cancellation) {
    Retries retries = new Retries(calls, lost);
    JobState end =
        follow(
            retries,
            listener,
            () -> {
              if (cancellation.requested()) {
                // Each time: a coordinator that is lost may take the first with it.
                retries.ask(s -> s.cancelJob(job), new TypeReference<Boolean>() {});
              }
              return false;
            });
    if (end.status() == JobState.Status.DONE) {
      return retries.ask(s -> s.jobResult(job), new TypeReference<JobResult>() {});
    }
    if (end.error() != null) {
      throw end.error().toException();
    }
    throw new GraphemberException(SpiError.CANCELLED, "Job %d was cancelled.".formatted(job));
  }

  /**
   * Watches it until it has ended, and does nothing to it: whoever watches may stop to.
   *
   * @param listener hears of every state, with the epochs that are new
   * @param lost hears the address, {@code host:port}, of each node that is lost meanwhile
   * @param leave when it asks to stop, the job goes on and is watched no more
   * @return the last state that was heard of, with all epochs; one that has not ended if it was
   *     left
   */
  public JobState watch(Consumer<JobState> listener, Consumer<String> lost, Cancellation leave) {
    Retries retries = new Retries(calls, lost);
    follow(retries, listener, leave::requested);
    return retries.ask(s -> s.jobState(job, 1), new TypeReference<JobState>() {});
  }

  /**
   * Asks until it has ended.
   *
   * @param before done before each question; true to ask no more after it
   */
  private JobState follow(Retries retries, Consumer<JobState> listener, BooleanSupplier before) {
    int epochs = 0;
    Pause pause = new Pause(Cancellation.NEVER);
    Pause queued = new Pause(Cancellation.NEVER, QUEUED_MILLIS);
    while (true) {
      final boolean last = before.getAsBoolean();
      final int from = epochs + 1;
      JobState state = retries.ask(s -> s.jobState(job, from), new TypeReference<JobState>() {});
      for (EpochInfo epoch : state.epochs()) {
        epochs = Math.max(epochs, epoch.epoch());
      }
      listener.accept(state);
      if (last || state.status().ended()) {
        return state;
      }
      (state.status() == JobState.Status.QUEUED ? queued : pause).next();
    }
  }

  /** The result of a job that is done. */
  public JobResult result() {
    return calls.call(s -> s.jobResult(job), new TypeReference<>() {});
  }
}
