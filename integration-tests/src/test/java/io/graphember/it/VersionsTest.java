// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.Publication;
import io.graphember.config.SettingsDocument;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A graph and a publication are replaced as a whole, and readers never see half of one. */
class VersionsTest {
  private TestCluster cluster;
  private GraphemberClient client;

  @BeforeEach
  void start() {
    cluster = TestCluster.start(2);
    client = cluster.connect();
  }

  @AfterEach
  void stop() {
    client.close();
    cluster.close();
  }

  private List<String> graphCaches() {
    return cluster.node(0).cacheNames().stream()
        .filter(name -> name.startsWith("graphember.graph."))
        .toList();
  }

  @Test
  void loadingAgainReplacesTheGraph() {
    GraphInfo first = Jobs.load(client, BlockModelJob.settings());
    GraphInfo second = Jobs.load(client, BlockModelJob.settings());
    assertThat(second.version()).isGreaterThan(first.version());
    assertThat(graphCaches()).containsExactly(second.cache());
    assertThat(client.graphs()).extracting(GraphInfo::cache).containsExactly(second.cache());
  }

  @Test
  void aRunningJobKeepsItsVersion() {
    GraphInfo first = Jobs.load(client, BlockModelJob.settings());
    JobSettings job = BlockModelJob.settings("training.epochs=100000");
    JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
    Await.until(Duration.ofSeconds(60), () -> !handle.state().epochs().isEmpty());
    GraphInfo second = Jobs.load(client, BlockModelJob.settings());
    assertThat(graphCaches()).containsExactlyInAnyOrder(first.cache(), second.cache());
    handle.cancel();
    Await.until(Duration.ofSeconds(10), () -> graphCaches().equals(List.of(second.cache())));
  }

  @Test
  void publishingAgainMovesThePointer() {
    JobSettings job =
        BlockModelJob.settings(
            "training.epochs=1", "publish.embeddings=false", "publish.keepPrevious=false");
    Jobs.load(client, job);
    Jobs.run(client, job);
    Publication first = client.predictions(BlockModelJob.GRAPH, BlockModelJob.NAME).publication();
    Jobs.run(client, job.withSeed(1));
    var table = client.predictions(BlockModelJob.GRAPH, BlockModelJob.NAME);
    assertThat(table.publication().version()).isGreaterThan(first.version());
    assertThat(table.publication().entries()).isEqualTo(BlockModelJob.VERTICES);
    assertThat(cluster.node(0).cacheNames())
        .contains(table.publication().cache())
        .doesNotContain(first.cache())
        .noneMatch(name -> name.contains("embeddings"));
    String key = anyKey(table.publication());
    Prediction prediction = table.get(key);
    assertThat(prediction.probabilities()).hasSize(4);
    assertThat(prediction.confidence()).isBetween(0.25f, 1f);
    assertThat(table.get("no such key")).isNull();
  }

  private String anyKey(Publication publication) {
    return cluster
        .node(0)
        .<String, Prediction>cache(publication.cache())
        .iterator()
        .next()
        .getKey();
  }
}
