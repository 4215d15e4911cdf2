// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.function.Consumer;

/** A submitted job. Safe for use by several threads. */
public final class JobHandle {
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

  /** Asks it to stop; true if it was running. It ends within two seconds. */
  public boolean cancel() {
    return calls.call(s -> s.cancelJob(job), new TypeReference<>() {});
  }

  /**
   * Waits until it is done.
   *
   * @param listener hears of every state, with the epochs that are new
   * @param cancellation when it asks to stop, the job is cancelled and its end awaited
   * @throws GraphemberException why the job failed, or that it was cancelled
   */
  public JobResult await(Consumer<JobState> listener, Cancellation cancellation) {
    int epochs = 0;
    Pause pause = new Pause(Cancellation.NEVER);
    boolean cancelled = false;
    while (true) {
      if (!cancelled && cancellation.requested()) {
        cancel();
        cancelled = true;
      }
      JobState state = state(epochs + 1);
      epochs += state.epochs().size();
      listener.accept(state);
      if (state.status() == JobState.Status.DONE) {
        return result();
      }
      if (state.error() != null) {
        throw state.error().toException();
      }
      if (state.status() == JobState.Status.CANCELLED) {
        throw new GraphemberException(SpiError.CANCELLED, "Job %d was cancelled.".formatted(job));
      }
      pause.next();
    }
  }

  /** The result of a job that is done. */
  public JobResult result() {
    return calls.call(s -> s.jobResult(job), new TypeReference<>() {});
  }
}
