// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.ResultInfo;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was current of a job before its last run is put back, all of it at once. */
class RestoreTest {
  private static final String GRAPH = "blocks";
  private static final String JOB = "blocks-sage";
  private static final String[] KEYS =
      IntStream.range(0, 20).mapToObj(i -> "paper-%05d".formatted(37 * i)).toArray(String[]::new);

  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  @AfterEach
  void nothingStays() {
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        client.dropGraph(GRAPH, true);
        cluster.parts(0).graphs().sweep();
        assertThat(cluster.node(0).cache(CacheNames.MODELS).size()).isZero();
        assertThat(cluster.node(0).cacheNames())
            .noneMatch(name -> name.startsWith("graphember.predictions"));
      }
    }
  }

  private static void run(GraphemberClient client, String... settings) {
    Jobs.run(client, job(settings));
  }

  private static JobSettings job(String... settings) {
    return BlockModelJob.settings(
        Stream.concat(
                Stream.of("training.epochs=1", "training.evaluationFanouts=[all]"),
                Arrays.stream(settings))
            .toArray(String[]::new));
  }

  /** What readers by keys get. */
  private static Map<String, List<Float>> published(GraphemberClient client) {
    final Map<String, List<Float>> published = new TreeMap<>();
    for (String key : KEYS) {
      published.put(key, floats(client.predictions(GRAPH, JOB).get(key).probabilities()));
    }
    return published;
  }

  /** What the current model says now, to three digits. */
  private static List<List<Float>> predicted(GraphemberClient client) {
    return client.predict(GRAPH, JOB, PredictRequest.of(KEYS)).vertices().stream()
        .map(vertex -> rounded(vertex.probabilities()))
        .toList();
  }

  private static List<Object> similar(GraphemberClient client) {
    return List.of(client.similar(GRAPH, JOB, KEYS[0], 3).byKey());
  }

  private static List<Float> rounded(float[] values) {
    return floats(values).stream().map(value -> Math.round(value * 1000) / 1000f).toList();
  }

  private static List<Float> floats(float[] values) {
    return IntStream.range(0, values.length).mapToObj(i -> values[i]).toList();
  }

  private static void refused(Runnable deed, String message) {
    assertThatThrownBy(deed::run)
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(NodeError.RESTORE_REFUSED)).as(e.getMessage()).isTrue())
        .hasMessage(message);
  }

  private static void refused(GraphemberClient client) {
    refused(
        () -> client.restoreResults(GRAPH, JOB),
        "Job blocks-sage has no previous results of graph blocks: they are kept from its second run on, unless publish.keepPrevious is false or its model was dropped.");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void readersAndPredictionsFollowTheModelThatIsPutBack(int nodes) {
    final TestCluster cluster = nodes == 1 ? CLUSTERS.one() : CLUSTERS.three();
    try (GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job());
      refused(client);
      run(client);
      refused(client);
      final Map<String, List<Float>> first = published(client);
      final List<List<Float>> firstNow = predicted(client);
      final List<Object> firstSimilar = similar(client);
      final ResultInfo.Model model = client.results(GRAPH).get(0).model();
      run(client, "seed=5");
      final Map<String, List<Float>> second = published(client);
      final List<List<Float>> secondNow = predicted(client);
      assertThat(second).isNotEqualTo(first);
      assertThat(secondNow).isNotEqualTo(firstNow);
      assertThat(similar(client)).isNotEqualTo(firstSimilar);
      final ResultInfo listed = client.results(GRAPH).get(0);
      assertThat(listed.previous().tables())
          .extracting(ResultInfo.Table::name)
          .containsExactly("embeddings", "predictions");
      assertThat(listed.previous().model()).isEqualTo(model);
      assertThat(listed.tableBytes())
          .isEqualTo(
              Stream.concat(listed.tables().stream(), listed.previous().tables().stream())
                  .mapToLong(ResultInfo.Table::bytes)
                  .sum());

      final ResultInfo restored = client.restoreResults(GRAPH, JOB);

      assertThat(restored.model().created()).isGreaterThanOrEqualTo(listed.created());
      assertThat(restored.previous().model()).isEqualTo(listed.model());
      assertThat(published(client)).isEqualTo(first);
      assertThat(predicted(client)).isEqualTo(firstNow);
      assertThat(similar(client)).isEqualTo(firstSimilar);
      client.restoreResults(GRAPH, JOB);
      assertThat(published(client)).isEqualTo(second);
      assertThat(predicted(client)).isEqualTo(secondNow);

      client.restoreResults(GRAPH, JOB);
      run(client, "seed=6"); // the second, which was put away, goes
      client.restoreResults(GRAPH, JOB);
      assertThat(published(client)).isEqualTo(first);
      cluster.parts(0).graphs().sweep();
      assertThat(cluster.node(0).cache(CacheNames.MODELS).size()).isEqualTo(2);
      assertThat(client.dropModel(GRAPH, JOB).isNothing()).isFalse();
      refused(client);
      assertThat(published(client)).isEqualTo(first);
    }
  }

  @Test
  void aJobKeepsNothingWhereItIsToldSo() {
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, job());
      run(client);
      run(client);
      run(client, "publish.keepPrevious=false");
      refused(client);
      Await.until(
          Duration.ofSeconds(10),
          () -> CLUSTERS.one().node(0).cache(CacheNames.MODELS).size() == 1);
      assertThat(client.results(GRAPH).get(0).previous()).isNull();
    }
  }

  /** Results of kinds that the last run does not publish stay, and are there after it, too. */
  @Test
  void whatTheLastRunDidNotPublishStays() {
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, job());
      run(client);
      final Map<String, List<Float>> first = published(client);
      run(client, "seed=5", "publish.embeddings=false");
      assertThat(client.results(GRAPH).get(0).tables())
          .extracting(ResultInfo.Table::name)
          .containsExactly("embeddings", "predictions");
      client.restoreResults(GRAPH, JOB);
      assertThat(published(client)).isEqualTo(first);
      client.embeddings(GRAPH, JOB).forEach((key, vector) -> {});
      run(client, "seed=6");
      run(client, "seed=7");
      CLUSTERS.one().parts(0).graphs().sweep();
      assertThat(CLUSTERS.one().node(0).cacheNames())
          .filteredOn(name -> name.startsWith("graphember.embeddings"))
          .hasSize(2);
    }
  }
}
