// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.jobs.footprint.NativeMemory;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a job may take beside slabs: outside the heap, and with what comes with it. */
class NativeMemoryTest {
  private static final long HEAP_BYTES = 32L << 20;
  private static final long NATIVE_BYTES = 256L << 20;
  private static final Duration BOUND = Duration.ofSeconds(20);

  private static TestCluster cluster;
  private static GraphemberClient client;

  @BeforeAll
  static void load() {
    cluster =
        TestCluster.start(
            1,
            new GraphemberConfiguration()
                .setMemoryBudgetBytes(HEAP_BYTES)
                .setNativeMemoryBudgetBytes(NATIVE_BYTES));
    client = cluster.connect();
    Jobs.load(client, BlockModelJob.settings());
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  private static void assertIdle(long nativeBytes) {
    NativeMemory nativeMemory = cluster.parts(0).nativeMemory();
    MemoryBudget heap = cluster.parts(0).budget();
    Await.until(BOUND, () -> heap.takenBytes() == 0);
    Await.until(BOUND, () -> nativeMemory.takenBytes() == nativeBytes);
    assertThat(cluster.parts(0).live().openJobs()).isZero();
  }

  @Test
  void aJobThatDoesNotFitIsRefusedBeforeItBeginsAndASmallerOneRuns() {
    final long before = cluster.parts(0).nativeMemory().takenBytes();
    assertThatThrownBy(
            () ->
                Jobs.run(
                    client,
                    BlockModelJob.settings(
                        "training.epochs=1", "training.batchSize=800", "model.hidden=2048")))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.code()).isEqualTo("NATIVE_MEMORY_EXCEEDED"))
        .hasMessageContaining("of this node's native memory budget of 256.0 MiB are free")
        .hasMessageContaining("training.batchSize")
        .hasMessageContaining("nativeMemoryBudgetBytes");
    assertIdle(before);

    Jobs.run(client, BlockModelJob.settings("training.epochs=1"));

    final long base = cluster.parts(0).backends().memory("djl").baseBytes();
    assertIdle(base);
    assertThat(cluster.parts(0).nativeMemory().peakBytes()).isGreaterThan(base);
  }

  @Test
  void whatIsTrainedIsPublishedBatchByBatchWhereTheEngineOfLayersDoesNotFit() {
    JobResult byBatches =
        Jobs.run(
            client,
            BlockModelJob.settings("training.epochs=1", "training.evaluationFanouts=[all]"));
    assertThat(byBatches.layers()).isEmpty(); // ONNX Runtime finds no room beside the backend

    JobResult byLayers =
        Jobs.run(
            client,
            BlockModelJob.settings(
                "name=blocks-layers", "inference={model: blocks-sage, engine: kernel}"));
    assertThat(byLayers.layers()).hasSize(2);
    assertThat(byBatches.publications().get("predictions").entries())
        .isEqualTo(byLayers.publications().get("predictions").entries())
        .isEqualTo(BlockModelJob.VERTICES);
    assertIdle(cluster.parts(0).backends().memory("djl").baseBytes());
  }

  @Test
  void anAttachmentCountsFromItsFirstByteAndARefusedOneLeavesNothing() {
    JobSettings job = BlockModelJob.settings("training.epochs=1");
    byte[] large = new byte[(int) (HEAP_BYTES / 4)];
    assertThatThrownBy(() -> client.submit(SettingsDocument.toJson(job.withoutSource()), large))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.code()).isEqualTo("MEMORY_BUDGET_EXCEEDED"))
        .hasMessageStartingWith("The attachment of job " + job.name() + " needs 64.0 MiB");
    Await.until(BOUND, () -> cluster.parts(0).budget().takenBytes() == 0);
    assertThat(cluster.parts(0).running().count()).isZero();
  }
}
