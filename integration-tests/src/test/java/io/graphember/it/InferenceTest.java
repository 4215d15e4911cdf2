// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.Vector;
import io.graphember.it.BlockModelEmbedding.Bits;
import io.graphember.training.job.JobSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.cache.Cache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trained models run over whole graphs on real nodes. */
class InferenceTest {
  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  /** All neighbours of every vertex, as a draw: so results are computed batch by batch. */
  private static final String[] TRAINING = {
    "training.epochs=2", "training.evaluationFanouts=[9999]"
  };

  /** Every edge is a seed, so batches are larger. */
  private static final String[] LINKS = {
    "task={type: links, heldOut: 0}",
    "task.split=null",
    "training.epochs=1",
    "training.batchSize=64",
    TRAINING[1]
  };

  private static JobSettings inference(String... assignments) {
    List<String> all = new ArrayList<>(List.of(assignments));
    all.add("inference.model=blocks-sage");
    all.add("name=blocks-infer");
    return BlockModelJob.settings(all.toArray(String[]::new)).withoutSource();
  }

  /** A job that publishes what another one has trained, as it is evaluated with all neighbours. */
  private static JobSettings whole(String... assignments) {
    List<String> all = new ArrayList<>(List.of(assignments));
    all.add("name=blocks-whole");
    all.add("model.from=blocks-sage");
    all.add("training.epochs=0");
    all.add("training.evaluationFanouts=[all]");
    return BlockModelJob.settings(all.toArray(String[]::new)).withoutSource();
  }

  private static JobSettings candidates(String assignment) {
    List<String> all = new ArrayList<>(List.of(LINKS));
    all.add("inference.candidates=5");
    all.add(assignment);
    return inference(all.toArray(String[]::new));
  }

  static <V> Map<Object, V> entries(TestCluster cluster, String cache) {
    Map<Object, V> entries = new HashMap<>();
    for (Cache.Entry<Object, V> entry : cluster.node(0).<Object, V>cache(cache)) {
      entries.put(entry.getKey(), entry.getValue());
    }
    return entries;
  }

  private static Map<Object, float[]> rows(TestCluster cluster, String cache) {
    Map<Object, float[]> rows = new HashMap<>();
    InferenceTest.<Vector>entries(cluster, cache)
        .forEach((key, vector) -> rows.put(key, vector.values()));
    return rows;
  }

  /**
   * One training job evaluates batch by batch; another one publishes layer by layer, what a job of
   * inference gives. A sum, and rows of earlier layers, are read from files and sampled, too.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "model.type=graphsage; true",
        "model.type=gcn; false",
        "model.type=gin; false",
        "model.type=gat; false",
        "model.normalization=batch; false",
        "model={type: gat, hidden: 16, jumpingKnowledge: lstm, denseBetween: 1}; true"
      })
  void givesWhatTheModelGivesOnTheFullNeighborhood(String model, boolean alsoStoredAndSampled) {
    List<Bits> bits = new ArrayList<>();
    List<Bits> stored = new ArrayList<>();
    List<Bits> sampled = new ArrayList<>();
    for (TestCluster cluster : CLUSTERS.both()) {
      final int nodes = cluster.nodes().size();
      try (GraphemberClient client = cluster.connect()) {
        JobSettings training =
            BlockModelJob.settings(TRAINING[0], TRAINING[1], "training.trainers=2", model);
        Jobs.load(client, training);
        JobResult trained = Jobs.run(client, training);
        JobResult result = Jobs.run(client, inference(model));
        assertThat(result.publications()).containsOnlyKeys("predictions", "embeddings");
        assertThat(result.seconds()).containsKeys("open", "infer", "layer 0", "layer 1");
        assertSame(cluster, trained, result);
        bits.add(Bits.of(cluster, client, result));
        JobResult whole = Jobs.run(client, whole(model));
        assertSame(cluster, trained, whole);
        assertThat(trained.layers()).isEmpty();
        assertThat(whole.layers()).hasSize(2);
        assertThat(Bits.of(cluster, client, whole)).isEqualTo(bits.get(bits.size() - 1));
        if (alsoStoredAndSampled) {
          JobResult fromFiles =
              Jobs.run(client, inference(model, "inference={model: blocks-sage, rows: files}"));
          assertSame(cluster, trained, fromFiles);
          stored.add(Bits.of(cluster, client, fromFiles));
          sampled.add(
              Bits.of(
                  cluster,
                  client,
                  Jobs.run(client, inference(model, "inference={model: blocks-sage, fanout: 3}"))));
        }
        assertThat(result.layers()).hasSize(2);
        assertThat(result.bytes() > 0).isEqualTo(nodes > 1);
        for (int i = 0; i < nodes; i++) {
          assertThat(cluster.parts(i).budget().takenBytes()).isZero();
        }
      }
    }
    assertThat(bits.get(1)).isEqualTo(bits.get(0));
    if (alsoStoredAndSampled) {
      assertThat(stored.get(1)).isEqualTo(stored.get(0));
      assertThat(sampled.get(1)).isEqualTo(sampled.get(0)).isNotEqualTo(bits.get(0));
    }
  }

  private static void assertSame(TestCluster cluster, JobResult trained, JobResult inferred) {
    Map<Object, Prediction> expected =
        entries(cluster, trained.publications().get("predictions").cache());
    Map<Object, Prediction> predictions =
        entries(cluster, inferred.publications().get("predictions").cache());
    assertThat(predictions).hasSize(BlockModelJob.VERTICES).containsOnlyKeys(expected.keySet());
    predictions.forEach(
        (key, prediction) ->
            assertClose(prediction.probabilities(), expected.get(key).probabilities()));
    Map<Object, float[]> rows = rows(cluster, trained.publications().get("embeddings").cache());
    Map<Object, float[]> embeddings =
        rows(cluster, inferred.publications().get("embeddings").cache());
    assertThat(embeddings).containsOnlyKeys(rows.keySet());
    embeddings.forEach((key, row) -> assertClose(row, rows.get(key)));
  }

  /** Each value within 1e-4 of the other row's: AssertJ would make two decimals of each. */
  private static void assertClose(float[] actual, float[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      if (!(Math.abs(actual[i] - expected[i]) <= 1e-4f)) {
        assertThat(actual).containsExactly(expected, within(1e-4f));
      }
    }
  }

  @Test
  void aModelOfLinksGivesTheEmbeddingsThatItScores() {
    TestCluster cluster = CLUSTERS.one();
    try (GraphemberClient client = cluster.connect()) {
      JobSettings training = BlockModelJob.settings(LINKS);
      Jobs.load(client, training);
      JobResult trained = Jobs.run(client, training);
      JobResult result = Jobs.run(client, inference(LINKS));
      assertThat(result.publications()).containsOnlyKeys("embeddings");
      Map<Object, float[]> expected =
          rows(cluster, trained.publications().get("embeddings").cache());
      Map<Object, float[]> rows = rows(cluster, result.publications().get("embeddings").cache());
      rows.forEach((key, row) -> assertClose(row, expected.get(key)));
      JobResult whole = Jobs.run(client, whole(LINKS[0], LINKS[1]));
      assertThat(whole.layers()).hasSize(2);
      assertThat(Bits.of(cluster, client, whole)).isEqualTo(Bits.of(cluster, client, result));
    }
  }

  @Test
  void edgesAreScoredAndCandidatesAreTheBestOfAllPairs() {
    List<Map<Object, Map<Object, Float>>> found = new ArrayList<>();
    List<Map<Object, Float>> scores = new ArrayList<>();
    for (TestCluster cluster : CLUSTERS.both()) {
      final int nodes = cluster.nodes().size();
      try (GraphemberClient client = cluster.connect()) {
        JobSettings training = BlockModelJob.settings(LINKS);
        Jobs.load(client, training);
        Jobs.run(client, training);
        JobResult result = Jobs.run(client, candidates("inference.edges=all"));
        assertThat(result.publications()).containsOnlyKeys("embeddings", "candidates", "scores");
        assertThat(result.seconds()).containsKey("candidates");
        Map<Object, float[]> rows = rows(cluster, result.publications().get("embeddings").cache());
        Map<Object, Map<Object, Float>> candidates = new HashMap<>();
        client.candidates("blocks", "blocks-infer").forEach(candidates::put);
        assertThat(candidates).containsOnlyKeys(rows.keySet());
        Map<Object, Float> edges = new HashMap<>();
        client.scores("blocks", "blocks-infer").forEach(edges::put);
        assertThat(edges).hasSize((int) result.graph().edges());
        scores.add(edges);
        found.add(candidates);
        if (nodes == 1) { // what three nodes give is the same
          edges.forEach((edge, score) -> assertScore((EdgeKey) edge, score, rows));
          Map<Object, Set<Object>> neighbors = neighbors(edges.keySet());
          candidates.forEach(
              (key, best) -> assertBest(key, best, neighbors.getOrDefault(key, Set.of()), rows));
        } else {
          Jobs.run(client, candidates("inference.excludeNeighbors=false"));
          client
              .candidates("blocks", "blocks-infer")
              .forEach((key, best) -> assertBest(key, best, Set.of(), rows));
        }
        for (int i = 0; i < nodes; i++) {
          assertThat(cluster.parts(i).budget().takenBytes()).isZero();
        }
      }
    }
    assertThat(found.get(1)).isEqualTo(found.get(0));
    assertThat(scores.get(1)).isEqualTo(scores.get(0));
  }

  @Test
  void candidatesByAnIndexAreMostOfTheBest() {
    final TestCluster cluster = CLUSTERS.three();
    try (GraphemberClient client = cluster.connect()) {
      final JobSettings training = BlockModelJob.settings(LINKS);
      Jobs.load(client, training);
      Jobs.run(client, training);
      Jobs.run(client, candidates("inference.edges=all"));
      final Map<Object, Map<Object, Float>> exact = new HashMap<>();
      client.candidates("blocks", "blocks-infer").forEach(exact::put);
      Jobs.run(client, candidates("inference.search=index"));
      final Map<Object, Map<Object, Float>> found = new HashMap<>();
      client.candidates("blocks", "blocks-infer").forEach(found::put);
      assertThat(found).containsOnlyKeys(exact.keySet());
      int hits = 0;
      int all = 0;
      for (Map.Entry<Object, Map<Object, Float>> vertex : exact.entrySet()) {
        final Set<Object> both = new HashSet<>(vertex.getValue().keySet());
        all += both.size();
        both.retainAll(found.get(vertex.getKey()).keySet());
        hits += both.size();
      }
      assertThat(hits).isGreaterThanOrEqualTo((int) (0.95 * all));
      for (int i = 0; i < 3; i++) {
        assertThat(cluster.parts(i).budget().takenBytes()).isZero();
      }
    }
  }

  private static Map<Object, Set<Object>> neighbors(Set<Object> edges) {
    Map<Object, Set<Object>> neighbors = new HashMap<>();
    for (Object edge : edges) {
      neighbors
          .computeIfAbsent(((EdgeKey) edge).source(), key -> new HashSet<>())
          .add(((EdgeKey) edge).destination());
    }
    return neighbors;
  }

  private static void assertScore(EdgeKey edge, float score, Map<Object, float[]> rows) {
    assertThat(score)
        .isCloseTo(product(rows.get(edge.source()), rows.get(edge.destination())), within(1e-4f));
  }

  private static void assertBest(
      Object key, Map<Object, Float> best, Set<Object> neighbors, Map<Object, float[]> rows) {
    assertThat(best).hasSize(5).doesNotContainKey(key);
    assertThat(best.keySet()).noneMatch(neighbors::contains);
    List<Float> scores = List.copyOf(best.values());
    assertThat(scores).isSortedAccordingTo(Comparator.reverseOrder());
    best.forEach(
        (other, score) ->
            assertThat(score).isCloseTo(product(rows.get(key), rows.get(other)), within(1e-4f)));
    assertThat(
            rows.keySet().stream()
                .filter(other -> !other.equals(key) && !best.containsKey(other))
                .filter(other -> !neighbors.contains(other))
                .mapToDouble(other -> product(rows.get(key), rows.get(other)))
                .max()
                .orElseThrow())
        .isLessThanOrEqualTo(scores.get(4) + 1e-4);
  }

  private static float product(float[] x, float[] y) {
    float sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  private static void assertPairs(TestCluster cluster, GraphemberClient client) {
    Map<Object, Float> scores = new HashMap<>();
    client.scores("blocks", "blocks-infer").forEach(scores::put);
    assertThat(scores)
        .containsOnlyKeys(
            new EdgeKey("paper-00003", "paper-00700"), new EdgeKey("paper-00700", "paper-00003"));
    Map<Object, float[]> embeddings =
        rows(cluster, client.embeddings("blocks", "blocks-infer").publication().cache());
    scores.forEach((edge, score) -> assertScore((EdgeKey) edge, score, embeddings));
  }

  @Test
  void theCommandReports(@TempDir Path folder) throws Exception {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      JobSettings training = BlockModelJob.settings(TRAINING);
      Jobs.load(client, training);
      Jobs.run(client, training);
      Path job =
          Files.writeString(
              folder.resolve("job.yaml"),
              """
              name: blocks-infer
              graph: {name: blocks}
              model: {type: graphsage, hidden: 16}
              job: infer
              inference: {model: blocks-sage, edgeFile: pairs.csv}
              """);
      Files.writeString(
          folder.resolve("pairs.csv"),
          "from,to\npaper-00003,paper-00700\npaper-00700,paper-00003\n");
      String report =
          CommandRun.succeeds(
              "infer",
              job.toString(),
              "--connect",
              cluster.address(0),
              "--json",
              folder.resolve("report.json").toString());
      assertPairs(cluster, client);
      assertThat(report)
          .contains(
              "Model       graphsage, 2 layers, 16 wide, from the parameters of job blocks-sage",
              "Published   predictions: cache graphember.predictions.blocks.blocks-infer.v",
              "Layer 1",
              "Rows kept",
              "layer 0 ",
              "aggregate work ");
      assertThat(Files.readString(folder.resolve("report.json")))
          .contains("\"infer\" :", "\"engine\" : \"onnx\"")
          .doesNotContain("\n  \"test\""); // of the result; splits of the graph have one
    }
  }
}
