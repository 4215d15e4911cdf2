// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.client.api.predict.PredictedVertex;
import io.graphember.graph.GraphError;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Small additions are a partition of their own, and nothing that reads the graph minds. */
class AddedPartitionTest {
  private static final Duration BOUND = Duration.ofSeconds(20);

  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  @TempDir Path folder;

  /** Rows of one load. */
  private record Rows(Map<String, String> vertices, List<String> edges) {
    static Rows none() {
      return new Rows(new TreeMap<>(), new ArrayList<>());
    }

    /** All of these, then those of others: a vertex that comes again is the last one. */
    Rows and(Rows others) {
      Rows all = none();
      Stream.of(this, others)
          .forEach(
              rows -> {
                all.vertices.putAll(rows.vertices);
                all.edges.addAll(rows.edges);
              });
      return all;
    }

    void vertex(String key, int ring, int seed) {
      StringBuilder row = new StringBuilder("ring-" + ring);
      for (int f = 0; f < 4; f++) {
        row.append(',').append(CounterRandom.unitDouble(CounterRandom.bits(seed, f)));
      }
      vertices.put(key, row.toString());
    }

    void write(Path target) throws IOException {
      Files.createDirectories(target);
      StringBuilder lines = new StringBuilder("id,ring,f1,f2,f3,f4\n");
      vertices.forEach((key, row) -> lines.append(key).append(',').append(row).append('\n'));
      Files.writeString(target.resolve("vertices.csv"), lines);
      Files.writeString(
          target.resolve("edges.tsv"), String.join("\n", edges) + (edges.isEmpty() ? "" : "\n"));
    }
  }

  private static Rows base() {
    Rows rows = Rows.none();
    for (int v = 0; v < CsvGraph.VERTICES; v++) {
      rows.vertex("v" + v, v % 3, v);
      for (int step = 1; step <= 4; step++) {
        rows.edges.add("v%d\tv%d".formatted(v, (v * step * step + 3 * step) % CsvGraph.VERTICES));
      }
    }
    return rows;
  }

  /** New vertices, some of them alone, edges of old and new ones, and old ones that come again. */
  private static Rows more(int first, int count) {
    Rows rows = Rows.none();
    for (int i = first; i < first + count; i++) {
      rows.vertex("new" + i, i % 3, 1000 + i);
      if (i % 4 > 0) {
        rows.edges.add("new%d\tv%d".formatted(i, 7 * i % CsvGraph.VERTICES));
        rows.edges.add("v%d\tnew%d".formatted(11 * i % CsvGraph.VERTICES, i));
        rows.edges.add("v%d\tv%d".formatted(5 * i % CsvGraph.VERTICES, (3 * i + 1) % 600));
      }
      if (i > first) {
        rows.edges.add("new%d\tnew%d".formatted(i - 1, i));
      }
      if (i % 5 == 0) {
        rows.vertex("v" + 2 * i, (i + 1) % 3, 2000 + i);
      }
    }
    return rows;
  }

  private static JobSettings job(String data, String... settings) {
    return Jobs.parse(
        CsvGraph.JOB.replace("data: data", "data: " + data),
        Stream.concat(
                Stream.of("training.epochs=2", "training.evaluationFanouts=[all]"),
                Stream.of(settings))
            .toArray(String[]::new));
  }

  private GraphInfo load(GraphemberClient client, Rows rows, boolean add) throws IOException {
    rows.write(folder.resolve("data"));
    return Jobs.load(client, job(folder.resolve("data").toString(), "graph.add=" + add));
  }

  /** What the model says of all vertices of the current version. */
  private static Map<Object, List<Float>> predictions(
      TestCluster cluster, GraphemberClient client) {
    Map<Object, List<Float>> all =
        Outcome.run(
                cluster,
                client,
                job(
                    "data",
                    "name=predicting",
                    "model.from=rings-sage",
                    "training.epochs=0",
                    "source=null"))
            .probabilities();
    String[] keys = {"v0", "v10", "v11", "v77", "v599"};
    for (PredictedVertex vertex :
        client.predict("rings", "rings-sage", PredictRequest.of(keys)).vertices()) {
      assertClose(vertex.key(), boxed(vertex.probabilities()), all.get(vertex.key()));
    }
    return all;
  }

  private static List<Float> boxed(float[] floats) {
    List<Float> boxed = new ArrayList<>();
    for (float value : floats) {
      boxed.add(value);
    }
    return boxed;
  }

  private static void assertClose(Object key, List<Float> actual, List<Float> expected) {
    assertThat(actual).as("%s", key).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      assertThat(actual.get(i)).as("%s", key).isCloseTo(expected.get(i), within(1e-5f));
    }
  }

  private static void assertClose(
      Map<Object, List<Float>> actual, Map<Object, List<Float>> expected) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    actual.forEach((key, row) -> assertClose(key, row, expected.get(key)));
  }

  /** The figures of a version but for how it is cut. */
  private static void assertDescribedAs(GraphInfo actual, GraphInfo expected) {
    assertThat(actual.vertices()).isEqualTo(expected.vertices());
    assertThat(actual.edges()).isEqualTo(expected.edges());
    assertThat(actual.edgeTypes()).isEqualTo(expected.edgeTypes());
    assertThat(actual.inDegrees()).isEqualTo(expected.inDegrees());
    GraphInfo.Vertices some = actual.vertexTypes().get(0);
    GraphInfo.Vertices other = expected.vertexTypes().get(0);
    assertThat(some.labels()).isEqualTo(other.labels());
    assertThat(some.classNames()).isEqualTo(other.classNames());
    assertThat(some.keyLengths()).isEqualTo(other.keyLengths());
    assertThat(some.splits().labelled().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(other.splits().labelled().stream().mapToLong(Long::longValue).sum());
  }

  @Test
  void whatIsAddedIsReadAsIfTheGraphHadBeenLoadedSo() throws IOException {
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        GraphInfo first = load(client, base(), false);
        Jobs.run(client, job("data", "source=null"));
        Rows some = more(0, 20);
        GraphInfo second = load(client, some, true);
        assertThat(second.partitions()).isEqualTo(7);
        assertThat(second.sealed()).isEqualTo(first);
        Map<Object, List<Float>> ofSecond = predictions(cluster, client);

        Rows again = more(15, 20); // five of which are there by now
        GraphInfo third = load(client, again, true);
        assertThat(third.partitions()).isEqualTo(7);
        assertThat(third.sealed()).isEqualTo(first);
        Map<Object, List<Float>> ofThird = predictions(cluster, client);
        Jobs.run(client, job("data", "name=further", "model.from=rings-sage", "source=null"));

        // What a version stands on stays as long as it does.
        assertThat(client.dropVersion("rings", first.version())).isTrue();
        assertThat(client.dropVersion("rings", second.version())).isTrue();
        Await.until(BOUND, () -> !cluster.node(0).cacheNames().contains(second.cache()));
        assertThat(cluster.node(0).cacheNames()).contains(first.cache(), third.cache());
        assertClose(predictions(cluster, client), ofThird);

        Rows many = more(100, 200);
        GraphInfo fourth = load(client, many, true);
        assertThat(fourth.partitions()).isEqualTo(6);
        assertThat(fourth.sealed()).isNull();
        Map<Object, List<Float>> ofFourth = predictions(cluster, client);
        assertThat(client.dropVersion("rings", third.version())).isTrue();
        Await.until(
            BOUND,
            () ->
                !cluster.node(0).cacheNames().contains(third.cache())
                    && !cluster.node(0).cacheNames().contains(first.cache()));

        assertDescribedAs(second, load(client, base().and(some), false));
        assertClose(predictions(cluster, client), ofSecond);
        assertDescribedAs(third, load(client, base().and(some).and(again), false));
        assertClose(predictions(cluster, client), ofThird);
        assertDescribedAs(fourth, load(client, base().and(some).and(again).and(many), false));
        assertClose(predictions(cluster, client), ofFourth);
      }
    }
  }

  @Test
  void whatFailsLeavesTheVersionThatThereWas() throws IOException {
    TestCluster cluster = CLUSTERS.three();
    try (GraphemberClient client = cluster.connect()) {
      GraphInfo first = load(client, base(), false);
      Rows astray = more(0, 4);
      astray.edges.add("new0\tnowhere");
      assertThatThrownBy(() -> load(client, astray, true))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(GraphError.VERTEX_UNKNOWN)).isTrue())
          .hasMessageContaining("names vertex nowhere, which no vertex row has");
      assertThat(client.graphs()).containsExactly(first);
      Await.until(
          BOUND,
          () ->
              cluster.node(0).cacheNames().stream()
                  .filter(cache -> cache.startsWith("graphember.graph.rings."))
                  .allMatch(first.cache()::equals));
      assertThat(load(client, more(0, 4), true).sealed()).isEqualTo(first);
    }
  }
}
