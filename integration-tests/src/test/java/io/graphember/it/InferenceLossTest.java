// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.LayerInfo;
import io.graphember.client.api.LayerProgress;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.it.BlockModelEmbedding.Bits;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed in the middle of inference, on a cluster of three. */
class InferenceLossTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private static final int VERTICES = 6000;

  /** Four layers that take long enough for a kill to hit. */
  private static JobSettings job(String... assignments) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "source.vertices=" + VERTICES,
                "model.hidden=512",
                "model.layers=4",
                "training.epochs=1",
                "training.fanouts=[2, 2, 2, 2]",
                "training.evaluationFanouts=[2, 2, 2, 2]",
                "task.split={train: 0.005, valid: 0.005, test: 0.005}"));
    all.addAll(Arrays.asList(assignments));
    return BlockModelJob.settings(all.toArray(String[]::new));
  }

  /** In a folder that all nodes see lies what the lost one has computed, too. */
  @Test
  void othersGoOnFromTheChunksOfTheLostNode(@TempDir Path folder) throws Exception {
    final Path shared = folder.resolve("shared");
    try (TestCluster cluster =
            TestCluster.start(
                3,
                new GraphemberConfiguration()
                    .setMemoryBudgetBytes(512L << 20)
                    .setInferenceFolder(shared.toString()));
        GraphemberClient client = cluster.connect()) {
      JobSettings training = job("publish={predictions: false, embeddings: false}");
      Jobs.load(client, training);
      Jobs.run(client, training);
      JobSettings inference =
          job("name=infer", "inference={model: blocks-sage, rows: files, cacheMebibytes: 8}")
              .withoutSource();
      final Bits expected = Bits.of(cluster, client, Jobs.run(client, inference));
      assertThat(shared.resolve("blocks")).isEmptyDirectory();
      // What a job that has ended has left is deleted by the next one of its name.
      Files.createDirectories(shared.resolve("blocks").resolve("infer.1").resolve("layer-0"));

      JobHandle handle = client.submit(SettingsDocument.toJson(inference));
      Await.until(
          BOUND,
          () -> {
            final LayerProgress layer = handle.state().layer();
            return layer != null && layer.layer() == 2;
          });
      cluster.stopNode(2);
      JobResult result = handle.await(state -> {}, Cancellation.NEVER);

      assertThat(result.lostNodes()).isOne();
      assertThat(Bits.of(cluster, client, result)).isEqualTo(expected);
      assertThat(result.layers().stream().mapToLong(LayerInfo::restored).limit(2))
          .containsExactly((long) VERTICES, (long) VERTICES);
      assertThat(shared.resolve("blocks")).isEmptyDirectory();
    }
  }

  @Test
  void othersGoOnFromTheChunksThatTheyHaveStored(@TempDir Path folder) throws Exception {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      List<ServerProcess> servers = ServerProcess.join(2, folder, cluster);
      try {
        JobSettings training = job("publish={predictions: false, embeddings: false}");
        Jobs.load(client, training);
        Jobs.run(client, training);
        JobSettings inference =
            job("name=infer", "inference={model: blocks-sage, rows: files, cacheMebibytes: 8}")
                .withoutSource();
        final Bits expected = Bits.of(cluster, client, Jobs.run(client, inference));

        JobHandle handle = client.submit(SettingsDocument.toJson(inference));
        Await.until(
            BOUND,
            () -> {
              final LayerProgress layer = handle.state().layer();
              return layer != null && layer.layer() == 2;
            });
        servers.get(1).kill();
        JobResult result = handle.await(state -> {}, Cancellation.NEVER);

        assertThat(result.lostNodes()).isOne();
        assertThat(Bits.of(cluster, client, result)).isEqualTo(expected);
        assertThat(result.layers().stream().mapToLong(LayerInfo::restored).limit(2))
            .allSatisfy(restored -> assertThat(restored).isPositive().isLessThan(VERTICES));
      } finally {
        ServerProcess.closeAll(servers);
      }
    }
  }
}
