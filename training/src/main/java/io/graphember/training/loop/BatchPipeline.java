// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.sampling.batch.BatchAssembler;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.op.NeighborSampler;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.Iterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Samples batches ahead of the one that trains (GraphScale, section 3.1): one task on a lent
 * executor fills a bounded queue, in the order of the tasks.
 *
 * <p>{@link #next} and {@link #recycle} belong to the thread that trains.
 */
final class BatchPipeline implements AutoCloseable {
  private static final long POLL_MILLIS = 20;
  private static final long CLOSE_SECONDS = 30;

  private final Iterator<BatchTask> tasks;
  private final NeighborSampler sampler;
  private final BatchAssembler assembler;
  private final Cancellation cancellation;
  private final BlockingQueue<PreparedBatch> free = new LinkedBlockingQueue<>();
  private final BlockingQueue<PreparedBatch> ready = new LinkedBlockingQueue<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean closed;
  private volatile RuntimeException failure;

  /**
   * Starts sampling.
   *
   * @param executor runs one task until the pipeline is closed or the tasks end
   * @param depth batches sampled ahead
   */
  BatchPipeline(
      Executor executor,
      int depth,
      Iterator<BatchTask> tasks,
      NeighborSampler sampler,
      BatchAssembler assembler,
      Cancellation cancellation) {
    this.tasks = tasks;
    this.sampler = sampler;
    this.assembler = assembler;
    this.cancellation = cancellation;
    for (int i = 0; i <= depth; i++) {
      free.add(new PreparedBatch());
    }
    executor.execute(this::produce);
  }

  private void produce() {
    try {
      while (!closed && tasks.hasNext()) {
        PreparedBatch prepared = free.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (prepared != null) {
          prepare(tasks.next(), prepared);
          ready.add(prepared);
        }
      }
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure = new IllegalStateException(e);
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = new IllegalStateException("interrupted while sampling", e);
    } finally {
      ended.countDown();
    }
  }

  private void prepare(BatchTask task, PreparedBatch prepared) {
    SampledNeighborhood neighborhood =
        sampler.sample(task.vertices().vids(), task.fanouts(), CounterRandom.child(task.key(), 0));
    prepared.task = task;
    prepared.batch =
        assembler.assemble(neighborhood, prepared.buffers, CounterRandom.child(task.key(), 1));
    int[] labels = task.vertices().labels();
    prepared.labels.ofFloats(labels.length).asIntBuffer().put(labels);
  }

  /**
   * Waits for the next batch, which belongs to the caller until {@link #recycle}.
   *
   * @throws RuntimeException what sampling failed with
   * @throws IllegalStateException after the last task
   */
  PreparedBatch next() {
    while (true) {
      cancellation.check();
      PreparedBatch prepared = poll();
      if (prepared != null) {
        return prepared;
      }
      boolean over = ended.getCount() == 0; // looked at first: a failure is set before it
      if (failure != null) {
        throw failure;
      }
      if (over && ready.isEmpty()) {
        throw new IllegalStateException("no batch is left");
      }
    }
  }

  private PreparedBatch poll() {
    try {
      return ready.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a batch", e);
    }
  }

  /** Gives the buffers of a batch back. */
  void recycle(PreparedBatch prepared) {
    free.add(prepared);
  }

  /** Stops sampling and waits until it has stopped. */
  @Override
  public void close() {
    closed = true;
    try {
      if (ended.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        sampler.close(); // nobody uses it any more
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
