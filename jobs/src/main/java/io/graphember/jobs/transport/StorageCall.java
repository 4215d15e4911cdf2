// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.graph.GraphError;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.sampling.schedule.TaskQueue;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Requests of a batch to a storage node. They wait there in the node's queue, behind those of
 * earlier batches of the job, of a job with a quota until what was served before is paid; no thread
 * waits with them.
 *
 * <p>Fields that travel, by Ignite's marshaller: the number of the job, its placement epoch, the
 * number of the batch (0 or more), and the requests of the subclass. What a request will cost is
 * not told but read off it where it is served.
 *
 * @param <R> what is answered
 */
abstract class StorageCall<R> extends WaitingCall<R> {
  private static final long serialVersionUID = 1L;

  @Inject private transient TaskQueue queue;
  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final long batch;

  StorageCall(LiveJob asking, long batch) {
    this.job = asking.plan().job();
    this.epoch = asking.plan().epoch();
    this.batch = batch;
  }

  @Override
  public final Optional<Consumer<Runnable>> arrive() {
    LiveJob live = jobs.get(job, epoch);
    if (batch < 0) {
      throw new GraphemberException(
          GraphError.REQUEST_OUT_OF_RANGE,
          "A request is of batch %d: batches are numbered from 0.".formatted(batch));
    }
    final long cost = cost(live);
    return Optional.of(
        turn ->
            live.quota()
                .whenPaid(
                    () ->
                        queue.add(job, batch, cost, () -> live.work().serve(requestKind(), turn))));
  }

  /** Called by the queue's thread; the reply leaves from there. */
  @Override
  public final R run() {
    return answer(jobs.get(job, epoch));
  }

  /** Numbers that answering will touch, about. */
  abstract long cost(LiveJob live);

  /** Answers. Nothing that came with the call is believed. */
  abstract R answer(LiveJob live);
}
