// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.config.SettingsDocument;
import io.graphember.memory.MemoryError;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs that may take a part of their nodes. */
class QuotaTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** What the threads do beside pieces of work that are counted. */
  private static final double TOLERANCE = 1.2;

  @RegisterExtension static final SharedClusters CLUSTERS = new SharedClusters();

  private static double paused(JobResult result) {
    return result.nodes().stream().mapToDouble(NodeCounts::pausedSeconds).sum();
  }

  private static JobSettings quota(JobSettings job, String... quotas) {
    SettingsDocument document = SettingsDocument.parse("job", SettingsDocument.toJson(job));
    for (String quota : quotas) {
      document = document.set("quota." + quota);
    }
    return document.bind(JobSettings.class);
  }

  private static void assertSameBits(JobSettings job) {
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        final JobResult free = Jobs.run(client, job);
        final ModelBits bits = ModelBits.of(cluster, client, free);
        final JobResult bounded =
            Jobs.run(client, quota(job, "processorPercent=10", "networkMegabytesPerSecond=20"));
        assertThat(ModelBits.of(cluster, client, bounded)).isEqualTo(bits);
        assertThat(paused(free)).isZero();
        assertThat(paused(bounded)).isPositive();
      }
    }
  }

  @Test
  void aModelIsTheSameWithAQuota() {
    assertSameBits(BlockModelJob.settings("training.epochs=2", "training.trainers=2"));
  }

  @Test
  void stepsOfAllPartitionsAreTheSameWithAQuota() {
    assertSameBits(
        BlockModelJob.settings(
            "training.trainers=auto",
            "training.batch.type=global-batch",
            "training.evaluationFanouts=[all]",
            "training.batchSize=1024",
            "training.fanouts=[10]",
            "training.epochs=3"));
  }

  private static Map<Long, Long> threadNanos() {
    final long[] ids = THREADS.getAllThreadIds();
    final Map<Long, Long> nanos = new HashMap<>();
    Arrays.stream(THREADS.getThreadInfo(ids))
        .filter(thread -> thread != null && thread.getThreadName().startsWith("graphember-"))
        .map(thread -> thread.getThreadId())
        .forEach(thread -> nanos.put(thread, THREADS.getThreadCpuTime(thread)));
    return nanos;
  }

  /** Seconds that threads of ours have worked since then; those that have ended do not count. */
  private static double since(Map<Long, Long> before) {
    return threadNanos().entrySet().stream()
            .mapToLong(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
            .sum()
        / 1e9;
  }

  private static JobHandle endless(GraphemberClient client, String... quotas) {
    return client.submit(
        SettingsDocument.toJson(
            quota(BlockModelJob.settings("training.epochs=100000"), quotas).withoutSource()));
  }

  private static void end(JobHandle job) {
    job.cancel();
    Await.until(BOUND, () -> job.state().status().ended());
  }

  @Test
  void aJobTakesNoMoreThanItsShareOfTheProcessors() {
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, BlockModelJob.settings());
      final JobHandle job = endless(client, "processorPercent=25");
      Await.until(BOUND, () -> !job.state().epochs().isEmpty());
      final Map<Long, Long> before = threadNanos();
      final long began = System.nanoTime();
      Await.until(BOUND, () -> System.nanoTime() - began > Duration.ofSeconds(4).toNanos());
      final double worked = since(before);
      final double seconds = (System.nanoTime() - began) / 1e9;
      end(job);
      final double share = 0.25 * Runtime.getRuntime().availableProcessors() * seconds;
      assertThat(worked).isBetween(share / 10, TOLERANCE * share);
    }
  }

  @Test
  void aJobIsCancelledWhileItPauses() {
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, BlockModelJob.settings());
      final JobHandle job = endless(client, "processorPercent=1");
      Await.until(BOUND, () -> job.state().phase().equals("train"));
      final long asked = System.nanoTime();
      end(job);
      assertThat(System.nanoTime() - asked).isLessThan(Duration.ofSeconds(5).toNanos());
    }
  }

  @Test
  void aJobThatNeedsMoreMemoryThanItMayTakeIsRefused() {
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, BlockModelJob.settings());
      assertThatThrownBy(
              () -> Jobs.run(client, quota(BlockModelJob.settings(), "memoryMegabytes=1")))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(MemoryError.JOB_MEMORY_EXCEEDED)).as(e.getMessage()).isTrue())
          .hasMessageMatching(
              "Job [0-9]+ on graph blocks needs [0-9.]+ MiB, but only [0-9.]+ MiB of job [0-9]+'s"
                  + " memory on this node of 1\\.0 MiB are free; a limit of [0-9.]+ MiB or more"
                  + " would hold it: .*raise quota\\.memoryMegabytes of the job, or give it less to"
                  + " hold\\.");
      final JobResult result =
          Jobs.run(
              client, quota(BlockModelJob.settings("training.epochs=1"), "memoryMegabytes=4000"));
      assertThat(List.of(result.nodes().get(0).pausedSeconds())).containsExactly(0.0);
    }
  }
}
