// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Vector;
import io.graphember.client.api.predict.NewEdge;
import io.graphember.client.api.predict.NewVertex;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.client.api.predict.PredictedVertex;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.it.Await;
import io.graphember.it.CsvGraph;
import io.graphember.it.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs by a client that puts and gets texts: two nodes, files of a folder they allow. */
class RequestsTest {
  private static final String ENDLESS =
      """
      name: NAME
      source: {type: block-model, vertices: 2000, classes: 4, words: 20, degree: 6, seed: 3}
      graph: {name: GRAPH, partitions: 4}
      model: {hidden: 16}
      task: {split: {train: 0.4, valid: 0.2, test: 0.4}}
      training: {epochs: 1000000, batchSize: 100, fanouts: [3, 3], trainers: 1, baseline: false}
      """;

  @TempDir static Path work;

  private static TestCluster cluster;
  private static RequestClient client;

  @BeforeAll
  static void start() throws IOException {
    CsvGraph.write(work.resolve("open/data"));
    Files.writeString(work.resolve("secret.csv"), "id\n1\n");
    Files.createSymbolicLink(work.resolve("open/out"), work);
    cluster =
        TestCluster.start(
            2,
            new GraphemberConfiguration()
                .setSourceFolders(Map.of("shared", work.resolve("open").toString())));
    client = RequestClient.of(cluster.address(0));
  }

  @AfterAll
  static void stop() {
    if (client != null) {
      client.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private static String rings(String name, String graph) {
    return CsvGraph.JOB
        .replace("data: data", "data: shared/data")
        .replace("name: rings-sage", "name: " + name + "\npublish: {embeddings: true}")
        .replace("name: rings,", "name: " + graph + ",");
  }

  private static String endless(String name) {
    return ENDLESS.replace("NAME", name).replace("GRAPH", name);
  }

  @Test
  void aJobGoesFromATextToEmbeddingsByKey() {
    client.put("whole", rings("whole-job", "whole-graph"));
    JsonNode done = client.await("whole", "DONE");
    assertThat(done.path("epoch").asInt()).isEqualTo(8);
    assertThat(done.path("epochs").asInt()).isEqualTo(8);
    assertThat(done.path("loss").asDouble()).isPositive();
    assertThat(done.path("validation").asDouble()).isBetween(0.0, 1.0);
    assertThat(done.path("seconds").asDouble()).isPositive();
    assertThat(done.path("name").asText()).isEqualTo("whole-job");
    assertThat(done.path("graph").asText()).isEqualTo("whole-graph");
    assertThat(done.has("user")).isFalse();
    final String embeddings = done.path("results").path("embeddings").asText();
    final float[] vector = client.ignite.<String, Vector>cache(embeddings).get("v7").values();
    assertThat(vector).hasSize(8);
    try (GraphemberClient java = cluster.connect()) {
      assertThat(java.embeddings("whole-graph", "whole-job").get("v7")).isEqualTo(vector);
      assertThat(java.jobs()).anyMatch(job -> job.job() == done.path("job").asLong());
    }
    client.put("again", rings("again", "whole-graph").replaceAll("(?s)source:.*graph:", "graph:"));
    client.await("again", "DONE");
    try (GraphemberClient java = cluster.connect()) {
      assertThat(java.graphs().stream().map(GraphInfo::name)).containsOnlyOnce("whole-graph");
    }
    client.requests.remove("whole");
    Await.until(RequestClient.BOUND, () -> client.states.get("whole") == null);
    assertThat(client.requests.get("whole")).isNull();
  }

  @Test
  void aTextAsksForPredictionsAndItsStatusHasThem() {
    client.put("model", rings("model-job", "model-graph"));
    client.await("model", "DONE");
    client.put(
        "now",
        """
        predict:
          graph: model-graph
          job: model-job
          keys: [v7, new]
          embeddings: true
          vertices: [{key: new, features: [0.5, 0.9, 0.5, 0.5]}]
          edges: [{source: v1, destination: new}, {source: v4, destination: new}]
        """);
    final JsonNode answer = client.await("now", "DONE");
    try (GraphemberClient java = cluster.connect()) {
      final PredictRequest asked =
          PredictRequest.of("v7", "new")
              .withEmbeddings()
              .with(
                  List.of(new NewVertex("new", 0.5f, 0.9f, 0.5f, 0.5f)),
                  List.of(new NewEdge("v1", "new"), new NewEdge("v4", "new")));
      final List<PredictedVertex> expected =
          java.predict("model-graph", "model-job", asked).vertices();
      assertThat(answer.path("predictions")).hasSize(2);
      for (int i = 0; i < 2; i++) {
        final JsonNode said = answer.path("predictions").get(i);
        final PredictedVertex vertex = expected.get(i);
        assertThat(said.path("key").asText()).isEqualTo(vertex.key());
        assertThat(said.path("label").asText()).isEqualTo(vertex.label());
        assertThat(said.has("values")).isFalse();
        assertThat(said.path("embedding")).hasSize(vertex.embedding().length);
        assertThat((float) said.path("probabilities").get(1).asDouble())
            .isEqualTo(vertex.probabilities()[1]);
      }
    }
    client.put("now", "cancel"); // it has ended: what it has answered stays
    assertThat(client.awaitRefusal("now")).isEqualTo("REQUEST_REFUSED");
    assertThat(client.status("now").path("status").asText()).isEqualTo("DONE");
    assertThat(client.status("now").path("predictions")).isEqualTo(answer.path("predictions"));
    try (GraphemberClient java = cluster.connect()) {
      java.dropGraph("model-graph", true); // other tests count the memory that is taken
    }
  }

  @Test
  void whatIsWrongWithAnAskedPredictionIsSaid() throws IOException {
    final String page = Files.readString(Path.of("../docs/user/requests.md"));
    final String sample = page.substring(page.indexOf("predict:\n"));
    assertFails(sample.substring(0, sample.indexOf("```")), "GRAPH_UNKNOWN"); // its settings fit
    assertFails("predict: {graph: none, job: none, keys: [a]}", "GRAPH_UNKNOWN");
    assertFails("predict: {graph: none, job: none, keys: []}", "SETTINGS_INVALID");
    assertFails("{name: a, predict: {graph: a, job: b, keys: [c]}}", "SETTINGS_INVALID");
  }

  private static void assertFails(String text, String code) {
    final String name = "wrong-" + Integer.toHexString(text.hashCode());
    client.put(name, text);
    assertThat(client.await(name, "FAILED").path("error").path("code").asText()).isEqualTo(code);
  }

  @Test
  void aRequestOutlivesItsClient() {
    try (RequestClient gone = RequestClient.of(cluster.address(0))) {
      gone.put("left", rings("left-job", "left-graph"));
    }
    client.await("left", "DONE");
  }

  /** Those that have ended first go with their states. */
  @Test
  @Tag("long")
  void theLatestThousandStay() {
    final int more = 20;
    for (int i = 0; i < 1000 + more; i++) {
      client.put("old-" + i, "no: job");
    }
    client.await("old-" + (1000 + more - 1), "FAILED");
    Await.until(RequestClient.BOUND, () -> client.requests.size() <= 1000);
    assertThat(client.requests.get("old-0")).isNull();
    assertThat(client.status("old-0").isEmpty()).isTrue();
    assertThat(client.requests.get("old-" + more * 2)).isNotNull();
  }

  @Test
  void aJobIsCancelledAndTakesNoOtherMeanwhile() {
    client.put("endless", endless("endless"));
    final long job =
        client.await("endless", said -> said.path("epoch").asInt() > 1).path("job").asLong();
    client.put("endless", endless("second"));
    assertThat(client.awaitRefusal("endless")).isEqualTo("REQUEST_REFUSED");
    assertThat(client.status("endless").path("status").asText()).isEqualTo("RUNNING");
    client.put("endless", "cancel");
    JsonNode cancelled = client.await("endless", "CANCELLED");
    assertThat(cancelled.path("job").asLong()).isEqualTo(job);
    client.put("endless", "cancel");
    assertThat(
            client
                .await(
                    "endless",
                    said -> said.path("refused").path("message").asText().contains("Nothing runs"))
                .path("status")
                .asText())
        .isEqualTo("CANCELLED");
    client.put("endless", rings("endless", "endless-2"));
    client.await("endless", said -> said.path("put").asLong() > cancelled.path("put").asLong());
    client.await("endless", "DONE");
  }

  @Test
  void aLoadIsCancelledToo() {
    client.put(
        "load",
        endless("load")
            .replace("vertices: 2000", "vertices: 2000000")
            .replace("degree: 6", "degree: 30"));
    client.await("load", said -> said.path("status").asText().equals("TAKEN"));
    client.put("load", "cancel");
    assertThat(client.await("load", "CANCELLED").has("job")).isFalse();
    try (GraphemberClient java = cluster.connect()) {
      assertThat(java.graphs()).noneMatch(graph -> graph.name().equals("load"));
    }
    Await.until(
        RequestClient.BOUND,
        () -> cluster.parts(0).budget().takenBytes() + cluster.parts(1).budget().takenBytes() == 0);
  }

  private static JsonNode failure(String name, String text) {
    client.put(name, text);
    return client.await(name, "FAILED").path("error");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThat(failure("broken", "name: [").path("code").asText()).isEqualTo("SETTINGS_UNREADABLE");
    JsonNode typo = failure("typo", rings("typo", "typo").replace("fanouts", "fanout"));
    assertThat(typo.path("message").asText()).contains("training.fanout = ");
    JsonNode unknown = failure("unknown", "name: a\ngraph: {name: none}\njob: train\nmodel: {}");
    assertThat(unknown.path("code").asText()).isEqualTo("GRAPH_UNKNOWN");
    assertThat(
            failure("column", rings("column", "column").replace("label: ring", "label: rang"))
                .path("message")
                .asText())
        .contains("rang");
    client.put("cancelled", "cancel");
    assertThat(client.awaitRefusal("cancelled")).isEqualTo("REQUEST_REFUSED");
    Await.until(RequestClient.BOUND, () -> client.requests.get("cancelled") == null);
    client.put("large", "#" + "x".repeat(10 << 20));
    assertThat(client.awaitRefusal("large")).isEqualTo("REQUEST_MALFORMED");
    assertThat(client.requests.get("large")).isNull();
    client.put("no name", "name: a");
    assertThat(client.awaitRefusal("no name")).isEqualTo("REQUEST_MALFORMED");
    try (GraphemberClient java = cluster.connect()) {
      assertThat(java.graphs().stream().map(GraphInfo::name))
          .doesNotContain("typo", "column", "none");
    }
  }

  private static void requireNotAllowed(String name, String data) {
    JsonNode error = failure(name, rings(name, name).replace("shared/data", data));
    assertThat(error.path("code").asText()).as(data).isEqualTo("SOURCE_NOT_ALLOWED");
    assertThat(error.path("message").asText()).contains("source.data = " + data);
  }

  @Test
  void nothingOutsideTheFoldersIsRead() {
    requireNotAllowed("f1", "sharing/data");
    requireNotAllowed("f2", "/etc");
    requireNotAllowed("f3", "shared/../..");
    requireNotAllowed("f4", "shared/out");
    requireNotAllowed("f5", "shared/absent");
    JsonNode cut =
        failure(
            "f7",
            rings("f7", "f7")
                .replace(
                    "partitions: 6,",
                    "partitions: 6, partitioner: file, partitionerOptions: {vertices: ../../secret.csv},"));
    assertThat(cut.path("code").asText()).as(cut.toString()).isEqualTo("SOURCE_NOT_ALLOWED");
    JsonNode link =
        failure(
            "f6",
            rings("f6", "f6")
                .replace("shared/data", "shared")
                .replace("vertices.csv", "out/secret.csv"));
    assertThat(link.path("code").asText()).isEqualTo("INPUT_OUTSIDE_FOLDER");
  }

  @Test
  void aTextThatWasReadCanBePutAgain() {
    client.put("kept", rings("kept", "kept"));
    client.await("kept", "DONE");
    final String text = client.requests.get("kept");
    assertThat(text).startsWith("#graphember {").endsWith(rings("kept", "kept"));
    final long first = client.status("kept").path("job").asLong();
    client.put("kept", text);
    client.await("kept", said -> said.path("job").asLong() > first);
    client.await("kept", "DONE");
    assertThat(client.requests.get("kept").lines().filter(line -> line.startsWith("#graphember")))
        .hasSize(1);
  }
}
