// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.sampling.batch.BatchCounts;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.schedule.BatchScheduler;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.training.epoch.StepTimes;
import io.graphember.training.fixture.MemoryJob;
import io.graphember.training.job.OptimizerPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.Objective;
import io.graphember.training.sync.SoloCollective;
import io.graphember.training.task.LabeledVertices;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PreparedBatchTest {
  private static final MemoryJob JOB = MemoryJob.blockModel(100, 4);
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private final AtomicInteger taken = new AtomicInteger();

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  private BatchScheduler<BatchTask, PreparedBatch> pipeline(
      int depth, Iterator<BatchTask> tasks, Courier courier, Cancellation cancellation) {
    MemoryCluster cluster = new MemoryCluster(JOB.graph(), 2, courier);
    return new TrainerContext(
            StorageAccess.of(cluster, cluster.rows(), cluster.edgeRows(), cluster.targetRows()),
            new SoloCollective(),
            new Replies(cancellation, 10_000),
            pool,
            new BatchCounts(),
            Optional.empty(),
            Optional.empty())
        .pipeline(
            new ModelSpec(new GraphSage(), 3, 4, 2, 2, 0, 0),
            new TrainingParameters(
                1,
                1,
                8,
                HopRules.in(0, 0),
                HopRules.in(0, 0),
                8,
                OptimizerPlan.sgd(1, 0),
                0,
                depth,
                false,
                false,
                Objective.CLASSIFICATION,
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            true,
            false,
            Optional.empty(),
            new StepTimes(),
            tasks);
  }

  private Iterator<BatchTask> tasks(int count) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return taken.get() < count;
      }

      @Override
      public BatchTask next() {
        int i = taken.getAndIncrement();
        long[] vids = {JOB.split().train().own().vids()[i % 10]};
        return new BatchTask(new LabeledVertices(vids, new int[] {i}), HopRules.in(2, 2), i, 1);
      }
    };
  }

  @Test
  void batchesComeInTheOrderOfTheirTasksAndThenNoMore() {
    try (BatchScheduler<BatchTask, PreparedBatch> pipeline =
        pipeline(3, tasks(50), Courier.direct(), Cancellation.NEVER)) {
      for (int i = 0; i < 50; i++) {
        PreparedBatch prepared = pipeline.next();
        assertThat(prepared.task().vertices().labels()).containsExactly(i);
        assertThat(prepared.expected().getInt(0)).isEqualTo(i);
        assertThat(prepared.batch().seeds()).isEqualTo(1);
        pipeline.recycle(prepared);
      }
      assertThatThrownBy(pipeline::next).hasMessage("no batch is left");
    }
  }

  /** Never more than depth batches ahead of the one that trains: memory is bounded. */
  @Test
  void nothingIsSampledFurtherAheadThanTheDepth() throws Exception {
    try (BatchScheduler<BatchTask, PreparedBatch> pipeline =
        pipeline(2, tasks(1000), Courier.direct(), Cancellation.NEVER)) {
      PreparedBatch first = pipeline.next();
      PreparedBatch second = pipeline.next();
      PreparedBatch third = pipeline.next();
      assertThat(taken.get()).isEqualTo(3);
      pipeline.recycle(first);
      assertThat(pipeline.next()).isSameAs(first);
      assertThat(second).isNotSameAs(third);
      assertThat(taken.get()).isEqualTo(4);
    }
    requireIdle();
    assertThat(taken.get()).isEqualTo(4);
  }

  private void requireIdle() throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void closingStopsTheTask() throws Exception {
    BatchScheduler<BatchTask, PreparedBatch> pipeline =
        pipeline(2, tasks(Integer.MAX_VALUE), Courier.direct(), Cancellation.NEVER);
    pipeline.recycle(pipeline.next());
    pipeline.close();
    int before = taken.get();
    requireIdle();
    assertThat(taken.get()).isEqualTo(before);
  }

  @Test
  void whatSamplingFailsWithReachesTheCallerAfterTheGoodBatches() {
    Iterator<BatchTask> failing =
        IntStream.range(0, 9)
            .mapToObj(
                i -> {
                  if (i == 2) {
                    throw new GraphemberException(SpiError.INTERNAL, "Sampling broke.");
                  }
                  return new BatchTask(LabeledVertices.NONE, HopRules.in(1, 1), i, 1);
                })
            .iterator();
    try (BatchScheduler<BatchTask, PreparedBatch> pipeline =
        pipeline(5, failing, Courier.direct(), Cancellation.NEVER)) {
      pipeline.recycle(pipeline.next());
      pipeline.recycle(pipeline.next());
      assertThatThrownBy(pipeline::next).hasMessage("Sampling broke.");
      assertThatThrownBy(pipeline::next).hasMessage("Sampling broke.");
    }
  }

  @Test
  void anErrorOfTheJvmReachesTheCallerToo() {
    Iterator<BatchTask> failing =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public BatchTask next() {
            throw new StackOverflowError("on purpose");
          }
        };
    AtomicInteger deaths = new AtomicInteger();
    pool.setThreadFactory(
        task -> {
          Thread thread = Executors.defaultThreadFactory().newThread(task);
          thread.setUncaughtExceptionHandler((t, e) -> deaths.incrementAndGet());
          return thread;
        });
    try (BatchScheduler<BatchTask, PreparedBatch> pipeline =
        pipeline(2, failing, Courier.direct(), Cancellation.NEVER)) {
      assertThatThrownBy(pipeline::next)
          .isInstanceOf(IllegalStateException.class)
          .hasRootCauseMessage("on purpose");
    }
  }

  @Test
  void cancellingLeavesBothSides() throws Exception {
    final long cancelAt = System.nanoTime() + 100_000_000L;
    try (BatchScheduler<BatchTask, PreparedBatch> pipeline =
        pipeline(2, tasks(10), Courier.never(), () -> System.nanoTime() > cancelAt)) {
      assertThatThrownBy(pipeline::next).hasMessage("Cancelled at the user's request.");
    }
    requireIdle();
    assertThat(System.nanoTime() - cancelAt).isLessThan(2_000_000_000L);
  }
}
