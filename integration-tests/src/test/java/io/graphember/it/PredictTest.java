// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.Json;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.predict.NewEdge;
import io.graphember.client.api.predict.NewVertex;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.client.api.predict.PredictedVertex;
import io.graphember.client.api.predict.VertexPredictions;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients have a few vertices predicted at once, by real nodes. */
class PredictTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String GRAPH = "blocks";
  private static final String JOB = "blocks-sage";
  private static final String[] KEYS =
      IntStream.range(0, 40).mapToObj(i -> key(19 * i)).toArray(String[]::new);

  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  private static String key(int vertex) {
    return "paper-%05d".formatted(vertex);
  }

  /** A job that publishes layer by layer what it has trained, from all neighbours. */
  private static JobSettings job(String... settings) {
    return BlockModelJob.settings(
        Stream.concat(
                Stream.of("training.epochs=1", "training.evaluationFanouts=[all]"),
                Arrays.stream(settings))
            .toArray(String[]::new));
  }

  private static void train(GraphemberClient client, String... settings) {
    final JobSettings job = job(settings);
    Jobs.load(client, job);
    Jobs.run(client, job);
  }

  private static void assertClose(float[] actual, float[] expected, float bound) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      assertThat(actual[i])
          .isCloseTo(expected[i], within(bound * Math.max(1, Math.abs(expected[i]))));
    }
  }

  /** What the cluster says is what the job has published. */
  private static void assertPublished(GraphemberClient client, PredictedVertex vertex) {
    final Prediction published = client.predictions(GRAPH, JOB).get(vertex.key());
    assertThat(vertex.label()).isEqualTo(published.label());
    assertThat(vertex.classIndex()).isEqualTo(published.classIndex());
    assertClose(vertex.probabilities(), published.probabilities(), 1e-5f);
    assertThat(vertex.values()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model.type=graphsage",
        "model.type=gcn",
        "model.type=gat",
        "model={type: gin, hidden: 16, normalization: batch, residual: true}",
        "model={type: graphsage, hidden: 16, layers: 3, jumpingKnowledge: lstm, denseAfter: 1}"
      })
  void equalsWhatInferencePublishes(String model) {
    final List<VertexPredictions> exact = new ArrayList<>();
    final List<VertexPredictions> drawn = new ArrayList<>();
    final int[] fanouts = model.contains("layers: 3") ? new int[] {3, 2, 2} : new int[] {3, 2};
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        if (model.contains("layers: 3")) {
          train(client, model, "training.fanouts=[5]", "training.evaluationFanouts=[all]");
        } else {
          train(client, model);
        }
        final VertexPredictions all =
            client.predict(GRAPH, JOB, PredictRequest.of(KEYS).withEmbeddings());
        assertThat(all.vertices()).extracting(PredictedVertex::key).containsExactly(KEYS);
        assertThat(all.modelVersion()).isEqualTo(all.graphVersion());
        final PublishedTable<float[]> embeddings = client.embeddings(GRAPH, JOB);
        for (PredictedVertex vertex : all.vertices()) {
          assertPublished(client, vertex);
          assertClose(vertex.embedding(), embeddings.get(vertex.key()), 1e-5f);
        }
        final PredictedVertex alone = client.predict(GRAPH, JOB, KEYS[7]);
        assertThat(alone.embedding()).isEmpty();
        assertThat(alone.probabilities()).isEqualTo(all.vertices().get(7).probabilities());
        exact.add(all);
        drawn.add(client.predict(GRAPH, JOB, PredictRequest.of(KEYS).fanouts(fanouts).seed(5)));
        assertThat(
                Json.write(
                    client.predict(GRAPH, JOB, PredictRequest.of(KEYS).fanouts(fanouts).seed(5))))
            .isEqualTo(Json.write(drawn.get(drawn.size() - 1)));
        assertThat(
                Json.write(
                    client.predict(GRAPH, JOB, PredictRequest.of(KEYS).fanouts(fanouts).seed(6))))
            .isNotEqualTo(Json.write(drawn.get(drawn.size() - 1)));
      }
    }
    assertSame(exact);
    assertSame(drawn);
  }

  /** One node and three. */
  private static void assertSame(List<VertexPredictions> both) {
    for (int i = 0; i < both.get(0).vertices().size(); i++) {
      assertClose(
          both.get(1).vertices().get(i).probabilities(),
          both.get(0).vertices().get(i).probabilities(),
          1e-6f);
    }
  }

  /** Vertices without features have the rows that were learned for them. */
  @ParameterizedTest
  @ValueSource(strings = {"rgcn", "hgt"})
  void predictsVerticesOfGraphsOfSeveralTypes(String model, @TempDir Path folder)
      throws IOException {
    final JobSettings job =
        AuthorsJob.settings(
            folder, "model.type=" + model, "training.epochs=1", "training.evaluationFanouts=[all]");
    final JobSettings writing =
        AuthorsJob.writing(
            folder, model, "name=writing", "training.epochs=1", "training.evaluationFanouts=[all]");
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        Jobs.run(client, job);
        final long[] keys = {0, 17, 101, 239};
        for (PredictedVertex vertex :
            client.predict("groups", "groups", PredictRequest.of(keys)).vertices()) {
          final Prediction published =
              client.predictions("groups", "groups").get(Long.parseLong(vertex.key()));
          assertThat(vertex.label()).isEqualTo(published.label());
          assertClose(vertex.probabilities(), published.probabilities(), 1e-5f);
        }
        Jobs.run(client, writing);
        for (String type : List.of("author", "paper")) {
          final PredictRequest request = PredictRequest.of(keys).ofType(type);
          for (PredictedVertex vertex : client.predict("groups", "writing", request).vertices()) {
            assertThat(vertex.label()).isNull();
            assertThat(vertex.classIndex()).isEqualTo(PredictedVertex.NO_CLASS);
            assertClose(
                vertex.embedding(),
                client.embeddings("groups", "writing", type).get(Long.parseLong(vertex.key())),
                1e-5f);
          }
        }
        assertFails(
            () -> client.predict("groups", "writing", 3),
            "REQUEST_MALFORMED",
            "The vertex type is missing: the model predicts vertices of paper, author, name one of them.");
        Jobs.load(client, job); // rows belong to the vertices of the version before
        assertFails(
            () -> client.predict("groups", "groups", 3),
            "MODEL_MISMATCH",
            "job = groups: it has learnable embeddings of version");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"multi-label", "regression"})
  void predictsLabelsAndNumbers(String task, @TempDir Path folder) throws IOException {
    final StringBuilder vertices = new StringBuilder("id,a,b,sells,takes\n");
    final StringBuilder edges = new StringBuilder("from,to\n");
    for (int v = 0; v < 60; v++) {
      vertices.append("%d,%d,%d,%s,%d%n".formatted(v, v % 3, v % 5, v % 2 == 0 ? "x" : "x|y", v));
      edges.append("%d,%d%n%d,%d%n".formatted(v, (v + 1) % 60, v, (v * 7 + 3) % 60));
    }
    Files.writeString(folder.resolve("vertices.csv"), vertices);
    Files.writeString(folder.resolve("edges.csv"), edges);
    final JobSettings job =
        Jobs.parse(
            """
            name: shops
            source:
              type: csv
              data: %s
              vertices: {file: vertices.csv, key: id, features: [a, b]}
              edges: {file: edges.csv, source: from, destination: to}
            graph: {name: shops, partitions: 4}
            model: {hidden: 8}
            task: {type: %s, split: {train: 0.5, valid: 0.2, test: 0.3}}
            training: {epochs: 1, evaluationFanouts: [all]}
            """
                .formatted(folder, task),
            task.equals("regression")
                ? new String[] {"source.vertices.targets=[takes]"}
                : new String[] {
                  "source.vertices.label=sells", "source.vertices.labelSeparator='|'"
                });
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, job);
      Jobs.run(client, job);
      for (PredictedVertex vertex :
          client.predict("shops", "shops", PredictRequest.of(0, 30, 59)).vertices()) {
        assertThat(vertex.label()).isNull();
        assertClose(
            vertex.values(),
            client.values("shops", "shops").get(Long.parseLong(vertex.key())),
            1e-5f);
      }
    }
  }

  /** Accounts pay one another; the last two may be left out. */
  private static JobSettings payments(Path folder, boolean all, boolean both, String model)
      throws IOException {
    final StringBuilder vertices = new StringBuilder("id,a,b,c,class\n");
    final StringBuilder edges = new StringBuilder("from,to,x,y\n");
    for (int v = 0; v < (all ? 62 : 60); v++) {
      vertices.append("%d,%s,%d,%s%n".formatted(v, numbers(v), v % 2, v % 3 == 0 ? "p" : "q"));
    }
    for (int e = 0; e < 240; e++) {
      final int from = (7 * e + e / 60) % 60;
      final int to = (11 * e + 3) % 60;
      if (from != to) {
        edges.append("%d,%d,%s%n".formatted(from, to, numbers(e)));
      }
    }
    for (int[] edge : all ? NEW_EDGES : new int[0][]) {
      edges.append("%d,%d,%s%n".formatted(edge[0], edge[1], numbers(edge[0] + edge[1])));
    }
    Files.writeString(folder.resolve("vertices.csv"), vertices);
    Files.writeString(folder.resolve("edges.csv"), edges);
    return Jobs.parse(
        """
        name: pay
        source:
          type: csv
          data: %s
          vertices: {file: vertices.csv, key: id, features: [a, b, c], label: class}
          edges: {file: edges.csv, source: from, destination: to, features: [x, y]}
        graph: {name: pay, partitions: 4, symmetrize: %s}
        task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
        training: {epochs: 2, evaluationFanouts: [all]}
        model: %s
        """
            .formatted(folder, both, model));
  }

  /** From and to new accounts, from one to the other, and between old ones. */
  private static final int[][] NEW_EDGES = {
    {60, 3}, {60, 17}, {5, 60}, {44, 60}, {61, 60}, {61, 3}, {2, 31}
  };

  private static float a(int number) {
    return (number * 37 % 19) / 8f;
  }

  private static float b(int number) {
    return (number * 23 % 13) / 4f - 1;
  }

  private static String numbers(int number) {
    return a(number) + "," + b(number);
  }

  /**
   * New ones with their first edges get what they get once they are loaded, their neighbours too.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{type: graphsage, hidden: 8}",
        "{type: gcn, hidden: 8}",
        "{type: gat, hidden: 8}",
        "{type: gat-e, hidden: 8}"
      })
  void newVerticesAreAsIfTheyHadBeenLoaded(String model, @TempDir Path folder) throws IOException {
    final boolean both = !model.contains("gcn");
    final List<NewVertex> vertices =
        List.of(new NewVertex(60, a(60), b(60), 0), new NewVertex(61, a(61), b(61), 1));
    final List<NewEdge> edges =
        Arrays.stream(NEW_EDGES)
            .map(e -> new NewEdge(e[0], e[1], a(e[0] + e[1]), b(e[0] + e[1])))
            .toList();
    final PredictRequest request = PredictRequest.of(60, 3, 17, 31, 61, 5, 60, 29).withEmbeddings();
    try (GraphemberClient client = CLUSTERS.three().connect()) {
      final JobSettings job = payments(folder, false, both, model);
      Jobs.load(client, job);
      Jobs.run(client, job);
      final VertexPredictions given = client.predict("pay", "pay", request.with(vertices, edges));
      assertThat(
              Json.write(
                  client.predict(
                      "pay", "pay", request.with(vertices, edges).fanouts(2, 2).seed(3))))
          .isEqualTo(
              Json.write(
                  client.predict(
                      "pay", "pay", request.with(vertices, edges).fanouts(2, 2).seed(3))));
      assertFails(() -> client.predict("pay", "pay", request), "VERTEX_UNKNOWN", "no vertex 60");
      Jobs.load(client, payments(folder, true, both, model));
      final VertexPredictions loaded = client.predict("pay", "pay", request);
      assertThat(loaded.graphVersion()).isGreaterThan(given.graphVersion());
      for (int i = 0; i < loaded.vertices().size(); i++) {
        final PredictedVertex of = given.vertices().get(i);
        final PredictedVertex expected = loaded.vertices().get(i);
        assertThat(of.key()).isEqualTo(expected.key());
        assertThat(of.label()).isEqualTo(expected.label());
        assertClose(of.probabilities(), expected.probabilities(), 1e-5f);
        assertClose(of.embedding(), expected.embedding(), 1e-5f);
      }
      assertFails(
          () -> client.predict("pay", "pay", request.with(vertices, edges)),
          "VERTEX_TWICE",
          "New vertex 60 is in version %d of graph pay already: ask by its key alone."
              .formatted(loaded.graphVersion()));
    }
  }

  /** Edges of several types, with their reverses, between vertices of several types. */
  @Test
  void newVerticesOfSeveralTypesAreAsIfTheyHadBeenLoaded(@TempDir Path folder) throws IOException {
    try (GraphemberClient client = CLUSTERS.three().connect()) {
      final JobSettings job = shops(folder, false);
      Jobs.load(client, job);
      Jobs.run(client, job);
      final PredictRequest request = PredictRequest.of(40, 3, 7).ofType("account");
      final VertexPredictions given =
          client.predict(
              "shops",
              "shops",
              request.with(
                  List.of(
                      new NewVertex("account", "40", new float[] {a(40), b(40)}),
                      new NewVertex("shop", "s20", new float[] {a(20)})),
                  List.of(
                      new NewEdge("pays", "40", "s3", new float[0]),
                      new NewEdge("pays", "40", "s20", new float[0]),
                      new NewEdge("pays", "7", "s20", new float[0]),
                      new NewEdge("knows", "40", "3", new float[0]))));
      Jobs.load(client, shops(folder, true));
      final VertexPredictions loaded = client.predict("shops", "shops", request);
      assertThat(loaded.graphVersion()).isGreaterThan(given.graphVersion());
      for (int i = 0; i < loaded.vertices().size(); i++) {
        assertClose(
            given.vertices().get(i).probabilities(),
            loaded.vertices().get(i).probabilities(),
            1e-5f);
      }
    }
  }

  private static JobSettings shops(Path folder, boolean all) throws IOException {
    final StringBuilder accounts = new StringBuilder("id,a,b,class\n");
    final StringBuilder shops = new StringBuilder("id,a\n");
    final StringBuilder pays = new StringBuilder("from,to\n");
    final StringBuilder knows = new StringBuilder("from,to\n");
    for (int v = 0; v < (all ? 41 : 40); v++) {
      accounts.append("%d,%s,%s%n".formatted(v, numbers(v), v % 3 == 0 ? "p" : "q"));
    }
    for (int s = 0; s < (all ? 21 : 20); s++) {
      shops.append("s%d,%s%n".formatted(s, a(s)));
    }
    for (int e = 0; e < 80; e++) {
      pays.append("%d,s%d%n".formatted(e % 40, (e * 7 + e / 40) % 20));
      knows.append("%d,%d%n".formatted(e % 40, (e * 3 + 1 + e / 40) % 40));
    }
    if (all) {
      pays.append("40,s3\n40,s20\n7,s20\n");
      knows.append("40,3\n");
    }
    Files.writeString(folder.resolve("accounts.csv"), accounts);
    Files.writeString(folder.resolve("shops.csv"), shops);
    Files.writeString(folder.resolve("pays.csv"), pays);
    Files.writeString(folder.resolve("knows.csv"), knows);
    return Jobs.parse(
        """
        name: shops
        source:
          type: csv
          data: %s
          vertexTypes:
            - {name: account, file: accounts.csv, key: id, features: [a, b], label: class}
            - {name: shop, file: shops.csv, key: id, keys: string, features: [a]}
          edgeTypes:
            - {name: pays, from: account, to: shop, file: pays.csv, source: from, destination: to}
            - {name: knows, from: account, to: account, file: knows.csv, source: from, destination: to}
        graph: {name: shops, partitions: 4, symmetrize: true, dropSelfLoops: true}
        model: {type: rgcn, hidden: 8}
        task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
        training: {epochs: 2, evaluationFanouts: [all]}
        """
            .formatted(folder));
  }

  @Test
  void whatIsGivenIsChecked(@TempDir Path folder) throws IOException {
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      final JobSettings job = payments(folder, false, true, "{hidden: 8}");
      Jobs.load(client, job);
      Jobs.run(client, job);
      final NewVertex good = new NewVertex(60, 1, 2, 3);
      final NewEdge edge = new NewEdge(60, 3, 0, 1);
      assertThat(predict(client, List.of(good), List.of(edge)).vertices()).hasSize(1);
      assertThat(predict(client, List.of(good), List.of()).vertices()).hasSize(1);
      assertRefused(
          client,
          List.of(new NewVertex(60, 1, 2)),
          List.of(),
          "New vertex 60 has 2 features: vertices or edges of its type have 3.");
      assertRefused(client, List.of(good, good), List.of(), "New vertex 60 is given twice.");
      assertRefused(
          client,
          List.of(new NewVertex("robot", "60", new float[3])),
          List.of(),
          "New vertex 60 is of type robot: name one of [vertex].");
      assertRefused(
          client, List.of(new NewVertex("x", 1, 2, 3)), List.of(), "x is no key of kind INT64.");
      assertRefused(
          client,
          List.of(good),
          List.of(new NewEdge(60, 60, 0, 1)),
          "A new edge leads from 60 to itself: leave it out.");
      assertRefused(
          client,
          List.of(good),
          List.of(new NewEdge("sends", "60", "3", new float[2])),
          "The new edge from 60 to 3 is of type sends: name one of [edge].");
      assertRefused(
          client,
          List.of(good),
          List.of(new NewEdge(60, 3)),
          "The new edge from 60 to 3 has 0 features: vertices or edges of its type have 2.");
      assertFails(
          () -> predict(client, List.of(good), List.of(new NewEdge(60, 999, 0, 1))),
          "VERTEX_UNKNOWN",
          "has no vertex 999 of type vertex");
      assertRefused(
          client,
          List.of(good),
          Collections.nCopies(10_001, edge),
          "1 new vertices and 10001 new edges are given: give up to 1000 and 10000.");
      assertMalformedText(
          client,
          "{\"vertexType\": null, \"key\": \"60\", \"features\": [1, 2, \"NaN\"]}",
          "New vertex 60 has a feature that is NaN: give finite ones.");
      assertMalformedText(client, "{}", "A new vertex has no key.");
    }
  }

  private static void assertMalformedText(GraphemberClient client, String vertex, String message) {
    final String request =
        "{\"keys\": [\"60\"], \"keyKind\": \"INT64\", \"fanouts\": [], \"newVertices\": [%s]}"
            .formatted(vertex);
    assertFails(
        () -> client.predict("pay", "pay", Json.read(request, PredictRequest.class)),
        "REQUEST_MALFORMED",
        message);
  }

  private static VertexPredictions predict(
      GraphemberClient client, List<NewVertex> vertices, List<NewEdge> edges) {
    return client.predict("pay", "pay", PredictRequest.of(60).with(vertices, edges));
  }

  private static void assertRefused(
      GraphemberClient client, List<NewVertex> vertices, List<NewEdge> edges, String message) {
    assertFails(() -> predict(client, vertices, edges), "REQUEST_MALFORMED", message);
  }

  /** Nobody gets another's answer, whoever is computed together. */
  @Test
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // clients ask at once
  void requestsAtOnceAreAnsweredAsAlone() throws Exception {
    final TestCluster cluster = CLUSTERS.three();
    try (GraphemberClient client = cluster.connect()) {
      train(client);
      final List<VertexPredictions> alone = new ArrayList<>();
      for (String key : KEYS) {
        alone.add(client.predict(GRAPH, JOB, PredictRequest.of(key)));
      }
      final ExecutorService threads = Executors.newFixedThreadPool(8);
      try {
        final List<Future<Boolean>> same = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
          final int first = 5 * thread;
          final Callable<Boolean> ask =
              () -> {
                boolean all = true;
                for (int i = first; i < first + 40; i++) {
                  final int at = i % KEYS.length;
                  all &=
                      Arrays.equals(
                          client.predict(GRAPH, JOB, KEYS[at]).probabilities(),
                          alone.get(at).vertices().get(0).probabilities());
                }
                return all;
              };
          same.add(threads.submit(ask));
        }
        for (Future<Boolean> answered : same) {
          assertThat(answered.get(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
      } finally {
        threads.shutdownNow();
      }
    }
  }

  @Test
  void answersStayTheSameWhileNodesComeAndGo() {
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      train(client);
      assertAllPublished(client);
      cluster.addNode();
      assertAllPublished(client);
      cluster.stopNode(1);
      assertAllPublished(client);
    }
  }

  private static void assertAllPublished(GraphemberClient client) {
    client
        .predict(GRAPH, JOB, PredictRequest.of(KEYS))
        .vertices()
        .forEach(vertex -> assertPublished(client, vertex));
  }

  @Test
  void theLatestModelAndVersionAreUsedAndWhatIsDroppedIsForgotten() {
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      train(client);
      final VertexPredictions before = client.predict(GRAPH, JOB, PredictRequest.of(KEYS));
      Jobs.run(client, job("training.epochs=3", "seed=8"));
      assertAllPublished(client);
      Jobs.load(client, job());
      final VertexPredictions after = client.predict(GRAPH, JOB, PredictRequest.of(KEYS));
      assertThat(after.graphVersion()).isGreaterThan(before.graphVersion());
      assertThat(after.modelVersion()).isEqualTo(before.modelVersion());
      for (int node = 0; node < 2; node++) {
        final int number = node;
        assertThat(cluster.parts(node).warmGraphs().count()).isPositive();
        Await.until(BOUND, () -> cluster.parts(number).warmGraphs().count() == 1);
        assertThat(cluster.parts(node).budget().takenBytes()).isPositive();
      }
      client.dropGraph(GRAPH, true);
      for (int node = 0; node < 2; node++) {
        final int number = node;
        Await.until(BOUND, () -> cluster.parts(number).budget().takenBytes() == 0);
        assertThat(cluster.parts(node).warmGraphs().bytes()).isZero();
      }
      assertFails(
          () -> client.predict(GRAPH, JOB, KEYS[0]), "GRAPH_UNKNOWN", "graph.name = blocks");
    }
  }

  @Test
  void whatCannotBePredictedIsSaid() {
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      train(client);
      assertFails(
          () -> client.predict(GRAPH, JOB, "nobody"),
          "VERTEX_UNKNOWN",
          " of graph blocks has no vertex nobody of type vertex.");
      assertFails(
          () -> client.predict(GRAPH, "blocks-nothing", KEYS[0]),
          "MODEL_UNKNOWN",
          "job = blocks-nothing: that job has left no parameters for graph blocks.");
      assertFails(() -> client.predict("nowhere", JOB, KEYS[0]), "GRAPH_UNKNOWN", "nowhere");
      assertMalformed(
          client,
          PredictRequest.of(7),
          "Keys of the vertices are of kind STRING, and these are of kind INT64.");
      assertMalformed(
          client,
          PredictRequest.of(new UUID(1, 2)),
          "Keys of the vertices are of kind STRING, and these are of kind UUID.");
      assertMalformed(client, PredictRequest.of(""), " is no key of kind STRING.");
      assertMalformed(
          client, PredictRequest.of(new String[0]), "0 vertices are asked for: ask for 1 to 1000.");
      assertMalformed(
          client,
          PredictRequest.of(Collections.nCopies(1001, "a").toArray(String[]::new)),
          "1001 vertices are asked for: ask for 1 to 1000.");
      assertMalformed(
          client,
          PredictRequest.of(KEYS).fanouts(3),
          "It has 1 fanouts, and the model has 2 layers: give as many, or none for all neighbours.");
      assertMalformed(
          client,
          PredictRequest.of(KEYS).fanouts(3, 0),
          "A fanout is 0: give 1 to 10000, or none for all neighbours.");
      assertMalformed(
          client,
          PredictRequest.of(KEYS).ofType("author"),
          "The vertex type is author: the model predicts vertices of vertex, name one of them.");
    }
  }

  private static void assertMalformed(
      GraphemberClient client, PredictRequest request, String message) {
    assertFails(() -> client.predict(GRAPH, JOB, request), "REQUEST_MALFORMED", message);
  }

  private static void assertFails(ThrowingCallable call, String code, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }
}
