// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.Publication;
import io.graphember.client.api.PublicationKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How uncertain a model is of the class of a vertex is published beside the class or without. */
class UncertaintyTest {
  private static TestCluster cluster;
  private static GraphemberClient client;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(2);
    client = cluster.connect();
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  private static Map<Object, Float> all(String graph, String job) {
    Map<Object, Float> all = new TreeMap<>();
    client.results(graph, job, PublicationKind.UNCERTAINTY).forEach(all::put);
    return all;
  }

  /** Batch by batch after training, and layer by layer by inference. */
  @Test
  void theEntropyOfTheProbabilitiesIsPublished() throws IOException {
    Jobs.load(client, BlockModelJob.settings());
    Map<String, Publication> published =
        Jobs.run(
                client,
                BlockModelJob.settings(
                    "publish={predictions: true, embeddings: false, uncertainty: true}"))
            .publications();
    assertThat(published).containsOnlyKeys("predictions", "uncertainty");
    assertFits(BlockModelJob.NAME);
    Jobs.run(
        client,
        BlockModelJob.settings(
                "name=found",
                "inference={model: %s}".formatted(BlockModelJob.NAME),
                "publish={uncertainty: true}")
            .withoutSource());
    assertFits("found");
    assertExported();
  }

  private static void assertFits(String job) {
    PublishedTable<Prediction> predictions = client.predictions(BlockModelJob.GRAPH, job);
    Map<Object, Float> uncertainty = all(BlockModelJob.GRAPH, job);
    assertThat(uncertainty).hasSize(BlockModelJob.VERTICES);
    assertThat(uncertainty.values()).allMatch(u -> u >= 0 && u <= 1);
    assertThat(uncertainty.values().stream().distinct().count()).isGreaterThan(100);
    uncertainty.forEach(
        (key, value) -> {
          double entropy = 0;
          for (float p : predictions.get((String) key).probabilities()) {
            entropy -= p == 0 ? 0 : p * Math.log(p) / Math.log(4);
          }
          assertThat(value).isCloseTo((float) entropy, within(1e-5f));
        });
  }

  private void assertExported() throws IOException {
    CommandRun.succeeds(
        "export",
        BlockModelJob.GRAPH,
        "found",
        "--kind",
        "uncertainty",
        "--to",
        folder.toString(),
        "--connect",
        cluster.address(0));
    List<String> lines = Files.readAllLines(folder.resolve("uncertainty.csv"));
    assertThat(lines).hasSize(1 + BlockModelJob.VERTICES).first().isEqualTo("key,u0");
    final String[] row = lines.get(1).split(",");
    assertThat(Float.parseFloat(row[1])).isEqualTo(all(BlockModelJob.GRAPH, "found").get(row[0]));
  }

  @Test
  void ofSeveralLabelsItIsTheMean() throws IOException {
    StringBuilder vertices = new StringBuilder("id,a,topics\n");
    StringBuilder edges = new StringBuilder("from,to\n");
    for (int v = 0; v < 40; v++) {
      vertices.append("%d,%d,%s%n".formatted(v, v % 2, v % 2 == 0 ? "x" : "x|y"));
      edges.append("%d,%d%n".formatted(v, (v + 2) % 40));
    }
    Files.writeString(folder.resolve("v.csv"), vertices);
    Files.writeString(folder.resolve("e.csv"), edges);
    String yaml =
        """
        name: topics
        source:
          type: csv
          data: %s
          vertices: {file: v.csv, key: id, label: topics, labelSeparator: '|', features: [a]}
          edges: {file: e.csv, source: from, destination: to}
        graph: {name: topics, partitions: 2}
        model: {layers: 1, hidden: 4}
        training: {epochs: 3, baseline: false}
        task: {type: multi-label, split: {train: 0.6, valid: 0.2, test: 0.2}}
        publish: {uncertainty: true}
        """
            .formatted(folder);
    Jobs.load(client, Jobs.parse(yaml));
    Jobs.run(client, Jobs.parse(yaml));
    PublishedTable<float[]> values = client.values("topics", "topics");
    Map<Object, Float> uncertainty = all("topics", "topics");
    assertThat(uncertainty).hasSize(40);
    uncertainty.forEach(
        (key, value) -> {
          double sum = 0;
          for (float p : values.get((Long) key)) {
            sum -= (p * Math.log(p) + (1 - p) * Math.log(1 - p)) / Math.log(2);
          }
          assertThat(value).isCloseTo((float) sum / 2, within(1e-4f));
        });
  }
}
