// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.ClientError;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.Dropped;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobState;
import io.graphember.client.api.ResultInfo;
import io.graphember.client.api.Retention;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.majority.Majority;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.cache.query.ScanQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What jobs have left is listed, dropped and kept as long as the graph's retention says. */
class ResultsTest {
  private static final String[] SHORT = {
    "training.epochs=1", "training.batchSize=400", "publish.embeddings=true"
  };

  private static TestCluster cluster;
  private static GraphemberClient client;

  @TempDir Path folder;

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

  @AfterEach
  void nothingStays() {
    for (GraphInfo graph : client.graphs()) {
      client.dropGraph(graph.name(), true);
    }
    cluster.parts(0).graphs().sweep();
    assertThat(client.results()).isEmpty();
    Await.until(
        Duration.ofSeconds(30),
        () -> Set.copyOf(cluster.node(1).cacheNames()).equals(CacheNames.PERMANENT));
    assertThat(paths())
        .as("records of jobs that were not done stay, to be resumed, and who was served when")
        .allMatch(path -> path.matches("counter/.*|claims|format|job/\\d+|served/"));
    // A job is done a moment before it gives its room back.
    Await.until(
        Duration.ofSeconds(30),
        () -> String.valueOf(catalog().get("claims")).matches("null|.*\"open\":\\[].*"));
    assertThat(cluster.node(1).cache(CacheNames.MODELS).size()).isZero();
  }

  private static TreeSet<String> paths() {
    TreeSet<String> paths = new TreeSet<>();
    catalog().forEach(entry -> paths.add(String.valueOf(entry.getKey())));
    paths.remove("storage-nodes"); // of the nodes, which keep it there
    return paths;
  }

  /** Values as they are stored: Ignite cannot make a record of its fields. */
  private static IgniteCache<Object, Object> catalog() {
    return cluster.node(0).cache(CacheNames.CATALOG).withKeepBinary();
  }

  private static JobSettings job(String name, String... assignments) {
    return BlockModelJob.settings(
        Stream.of(Stream.of("name=" + name), Stream.of(SHORT), Stream.of(assignments))
            .flatMap(some -> some)
            .toArray(String[]::new));
  }

  private static void load(String... assignments) {
    Jobs.load(client, job("any", assignments));
  }

  private static void run(String name, String... assignments) {
    Jobs.run(client, job(name, assignments));
  }

  private static List<String> jobs() {
    return client.results("blocks").stream().map(ResultInfo::job).toList();
  }

  /** All predictions of a job are there. */
  private static void assertReadable(String job) {
    client.predictions("blocks", job).forEach((key, prediction) -> {});
  }

  private static void refused(ErrorCode code, String message, Runnable deed) {
    assertThatThrownBy(deed::run)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo(code.name()))
        .hasMessage(message);
  }

  @Test
  void resultsAreListedWithTheirSizes() {
    final long before = System.currentTimeMillis();
    load();
    final long version = client.graphs().get(0).version();
    run("first");
    run("second", "publish.predictions=false");
    ResultInfo first = client.results("blocks").get(0);
    ResultInfo second = client.results("blocks").get(1);
    assertThat(first.job()).isEqualTo("first");
    assertThat(first.version()).isPositive().isLessThan(second.version());
    assertThat(first.created()).isBetween(before, second.created());
    assertThat(first.tables())
        .extracting(ResultInfo.Table::name)
        .containsExactly("embeddings", "predictions");
    assertThat(second.tables()).extracting(ResultInfo.Table::name).containsExactly("embeddings");
    ResultInfo.Table embeddings = first.tables().get(0);
    assertThat(embeddings.entries()).isEqualTo(BlockModelJob.VERTICES);
    assertThat(embeddings.graphVersion()).isEqualTo(version);
    assertThat(embeddings.created()).isEqualTo(first.created());
    // 800 vertices with 16 floats, on both nodes, and what Ignite keeps of an entry beside them.
    assertThat((double) embeddings.bytes()).isCloseTo(2 * 800 * (64 + 180), within(2 * 800 * 80.0));
    assertThat(client.results()).hasSize(2);
    assertThat(client.results("nothing")).isEmpty();
    assertThat(first.model().graphVersion()).isEqualTo(version);
    // GraphSAGE of 60-16-4: a matrix for a vertex and one for its neighbours, a bias.
    assertThat(first.model().bytes()).isEqualTo(4 * (2 * 60 * 16 + 16 + 2 * 16 * 4 + 4));
  }

  @Test
  void resultsOfOneJobAreDroppedAndThoseOfOthersStay() {
    load();
    run("keep");
    run("drop");
    Dropped dropped = client.dropResults("blocks", "drop");
    assertThat(dropped.versions()).isEmpty();
    assertThat(dropped.results())
        .containsExactly(new Dropped.Result("drop", List.of("embeddings", "predictions"), true));
    assertThat(client.dropResults("blocks", "drop").isNothing()).isTrue();
    assertThat(jobs()).containsExactly("keep");
    Await.until(
        Duration.ofSeconds(30),
        () -> cluster.node(1).cacheNames().stream().noneMatch(name -> name.contains(".drop.")));
    Await.until(
        Duration.ofSeconds(30), () -> paths().stream().noneMatch(path -> path.contains("drop")));
    assertThat(cluster.node(1).cache(CacheNames.MODELS).size()).isEqualTo(1);
    refused(
        ClientError.PUBLICATION_MISSING,
        "Job drop has published no predictions for graph blocks.",
        () -> client.predictions("blocks", "drop"));
    refused(
        NodeError.MODEL_UNKNOWN,
        "model.from = drop: that job has left no parameters for graph blocks.",
        () -> run("later", "model.from=drop"));
    assertReadable("keep");
    run("later", "model.from=keep");
    run("drop"); // the name is free again
    assertThat(jobs()).containsExactly("drop", "keep", "later");
  }

  /** What is dropped or replaced is removed behind the answer. */
  private static void awaitModels(int count) {
    Await.until(
        Duration.ofSeconds(10), () -> cluster.node(1).cache(CacheNames.MODELS).size() == count);
  }

  @Test
  void aModelIsDroppedAndItsPublicationsStay() {
    load();
    run("one");
    run("one", "publish.keepPrevious=false"); // the model before has been replaced
    awaitModels(1);
    run("one");
    awaitModels(2); // the one before can be put back
    assertThat(client.dropModel("blocks", "one").results())
        .containsExactly(new Dropped.Result("one", List.of(), true));
    assertThat(client.dropModel("blocks", "one").isNothing()).isTrue();
    awaitModels(0);
    assertReadable("one");
    assertThat(client.results("blocks").get(0).model()).isNull();
    refused(
        NodeError.MODEL_UNKNOWN,
        "model.from = one: that job has left no parameters for graph blocks.",
        () -> run("two", "model.from=one"));
  }

  /** A model that was left before models had versions: it lies under the name of its job. */
  @Test
  void aModelWithoutVersionIsFoundReplacedAndDropped() {
    load();
    run("new");
    IgniteCache<String, Object> models = cluster.node(0).cache(CacheNames.MODELS);
    Object model = models.iterator().next().getValue();
    models.put("blocks/old", model);
    run("two", "model.from=old");
    run("old");
    assertThat(models.containsKey("blocks/old")).isFalse();
    models.put("blocks/older", model);
    client.dropModel("blocks", "older");
    Await.until(Duration.ofSeconds(30), () -> !models.containsKey("blocks/older"));
  }

  @Test
  void whoReadsLearnableEmbeddingsKeepsThemUntilTheEnd() throws IOException {
    JobSettings authors = AuthorsJob.settings(folder, "training.epochs=1");
    Jobs.load(client, authors);
    Jobs.run(client, authors);
    assertThat(learned()).hasSize(1);
    JobHandle reader =
        client.submit(
            SettingsDocument.toJson(
                AuthorsJob.settings(
                        folder,
                        "name=reader",
                        "model.from=groups",
                        "training.epochs=100000",
                        "training.patience=null")
                    .withoutSource()));
    Await.until(
        Duration.ofSeconds(60),
        () -> reader.state().phase().equals("train") && !reader.state().epochs().isEmpty());
    assertThat(client.dropModel("groups", "groups").results())
        .containsExactly(new Dropped.Result("groups", List.of("learned"), true));
    assertThat(client.dropResults("groups", "groups").results())
        .containsExactly(new Dropped.Result("groups", List.of("embeddings", "predictions"), false));
    assertThat(learned()).anyMatch(name -> name.contains(".groups.groups."));
    reader.cancel();
    Await.until(Duration.ofSeconds(60), () -> reader.state().status().ended());
    assertThat(reader.state().status()).isEqualTo(JobState.Status.CANCELLED);
    Await.until(Duration.ofSeconds(60), () -> learned().isEmpty());
  }

  private static List<String> learned() {
    return cluster.node(0).cacheNames().stream().filter(name -> name.contains("learned")).toList();
  }

  @Test
  void embeddingsGoWithTheirTables() {
    JobSettings walks = BlockModelEmbedding.settings("embedding.epochs=1");
    Jobs.load(client, walks);
    Jobs.run(client, walks);
    assertThat(client.results("blocks").get(0).tables())
        .extracting(ResultInfo.Table::name)
        .containsExactly("embeddings", "tables");
    assertThat(client.results("blocks").get(0).model()).isNull();
    String tables = client.results("blocks").get(0).tables().get(1).cache();
    assertThat(cluster.parts(1).graphs().useRows(4711, node(1), tables)).isTrue();
    assertThat(client.dropResults("blocks", "blocks-walks").results())
        .containsExactly(
            new Dropped.Result("blocks-walks", List.of("embeddings", "tables"), false));
    assertThat(cluster.node(0).cacheNames()).contains(tables); // somebody starts from them
    refused(
        NodeError.EMBEDDING_UNKNOWN,
        "embedding.from = blocks-walks: that job has left no embeddings of graph blocks.",
        () -> Jobs.run(client, BlockModelEmbedding.settings("embedding.from=blocks-walks")));
    assertThat(cluster.node(0).cacheNames()).contains(tables);
    cluster.parts(1).graphs().release(4711);
    assertThat(cluster.node(0).cacheNames()).doesNotContain(tables);
    assertThat(paths()).noneMatch(path -> path.startsWith("tables/"));
  }

  private static UUID node(int number) {
    return cluster.node(number).cluster().localNode().id();
  }

  @Test
  void aGraphIsDroppedWithItsResultsOrWithout() {
    load();
    run("one");
    run("two");
    assertThat(client.dropGraph("blocks")).isTrue();
    assertThat(client.graphs()).isEmpty();
    assertThat(jobs()).containsExactly("one", "two");
    assertReadable("one");
    load();
    final long version = client.graphs().get(0).version();
    Dropped dropped = client.dropGraph("blocks", true);
    assertThat(dropped.versions()).containsExactly(version);
    assertThat(dropped.results()).extracting(Dropped.Result::job).containsExactly("one", "two");
    assertThat(client.dropGraph("blocks", true).isNothing()).isTrue();
  }

  @Test
  void theNewestResultsStay() {
    load("graph.retention={results: 2}");
    assertThat(client.retention("blocks")).isEqualTo(new Retention(2, null));
    for (String name : List.of("a", "b", "c")) {
      run(name);
    }
    Await.until(Duration.ofSeconds(10), () -> jobs().equals(List.of("b", "c")));
    run("b"); // is the newest now
    run("d");
    Await.until(Duration.ofSeconds(10), () -> jobs().equals(List.of("b", "d")));
    load(); // says nothing about it
    assertThat(client.retention("blocks")).isEqualTo(new Retention(2, null));
    client.setRetention("blocks", new Retention(1, null));
    assertThat(jobs()).containsExactly("d");
    client.setRetention("blocks", Retention.EVERYTHING);
    run("e");
    run("f");
    assertThat(jobs()).containsExactly("d", "e", "f");
    refused(
        NodeError.GRAPH_UNKNOWN,
        "graph.name = nothing: no such graph is in the cluster, there are blocks.",
        () -> client.setRetention("nothing", new Retention(1, null)));
  }

  @Test
  void oldResultsGo() {
    load();
    run("old");
    client.setRetention("blocks", new Retention(null, 30));
    Clock now = Clock.systemUTC();
    sweepAt(Clock.offset(now, Duration.ofDays(29)));
    assertThat(jobs()).containsExactly("old");
    withoutTime("old", "predictions");
    withoutTime("old", "embeddings");
    client.dropModel("blocks", "old");
    sweepAt(Clock.offset(now, Duration.ofDays(31)));
    assertThat(jobs()).as("nobody knows how old they are").containsExactly("old");
    assertThat(client.predictions("blocks", "old").publication().created()).isNull();
    run("old");
    sweepAt(Clock.offset(now, Duration.ofDays(31)));
    assertThat(jobs()).isEmpty();
  }

  private static void sweepAt(Clock clock) {
    cluster
        .parts(0)
        .graphs(new Majority(cluster.parts(0).storageNodes(), () -> 1, true), clock)
        .sweep();
  }

  /** As publications were written before they had a time. */
  private static void withoutTime(String job, String kind) {
    String path = "publication/blocks/" + job + "/" + kind;
    String text = (String) catalog().get(path);
    assertThat(text).containsPattern(",\"created\":\\d+");
    catalog().put(path, text.replaceAll(",\"created\":\\d+", ""));
  }

  /** Its model must not be gone when its predictions are published. */
  @Test
  void resultsOfAJobThatRunsStay() {
    load();
    run("old");
    client.setRetention("blocks", new Retention(1, null));
    GraphCatalog graphs = cluster.parts(0).graphs();
    graphs.useResults(4711, node(0), "blocks", "old");
    run("new");
    graphs.sweep();
    assertThat(jobs()).containsExactly("new", "old");
    graphs.release(4711);
    assertThat(jobs()).containsExactly("new");
  }

  @Test
  void anEntryThatCannotBeReadBreaksNothingElse() {
    load();
    run("good");
    client.setRetention("blocks", new Retention(9, 9));
    final List<String> garbage =
        List.of("", "null", "[null]", "[{}]", "{}", "12", "{\"name\":", "\u0000");
    for (int i = 0; i < garbage.size(); i++) {
      for (String path :
          List.of(
              "graph/bad%d",
              "publication/bad%d",
              "publication/blocks/bad%d/predictions",
              "publication/blocks/bad'\"%d/predictions",
              "model/blocks/bad%d",
              "model/bad%d",
              "retention/bad%d",
              "use/bad%d",
              "retired/bad%d",
              "manifest/bad%d",
              "tables/bad%d",
              "%d")) {
        catalog().put(path.formatted(i), garbage.get(i));
      }
    }
    catalog().put("graph/object", new Retention(1, 1));
    catalog().put("publication/blocks/object/predictions", 5L);
    catalog().put(7L, "a path that is none");
    catalog().put("retired/graphember.catalog", "");
    cluster.node(0).createCache("others").put(1, 2);
    catalog().put("retired/others", "");
    catalog()
        .put(
            "publication/blocks/thief/predictions",
            "[{\"name\":\"predictions\",\"kind\":\"predictions\",\"cache\":\"others\"}]");
    catalog().put("counter/versions", "many");
    catalog().put("counter/jobs", new Retention(1, 1));
    try {
      load();
      run("good");
      run("better");
      assertThat(client.graphs()).hasSize(1);
      assertThat(client.results()).extracting(ResultInfo::job).containsExactly("better", "good");
      client.dropResults("blocks", "good");
      client.dropResults("blocks", "thief");
      client.dropModel("blocks", "bad1");
      cluster.parts(1).graphs().sweep();
      assertThat(jobs()).containsExactly("better");
      assertThat(cluster.node(0).cache("others").get(1)).isEqualTo(2);
    } finally {
      for (var entry : catalog().query(new ScanQuery<Object, Object>()).getAll()) {
        if (!String.valueOf(entry.getKey()).startsWith("counter/")) {
          catalog().remove(entry.getKey());
        }
      }
      cluster
          .node(0)
          .destroyCaches(
              cluster.node(0).cacheNames().stream()
                  .filter(name -> name.equals("others") || name.matches("graphember\\..*\\.v\\d+"))
                  .toList());
      cluster.node(0).cache(CacheNames.MODELS).removeAll();
    }
  }

  /** Whoever drops cannot be led out of the names. */
  @Test
  void namesAreNames() {
    String rule = " is no name: it must be letters, digits, '-' and '_', starting with a letter.";
    refused(
        NodeError.REQUEST_MALFORMED,
        "The job's name" + rule,
        () -> client.dropModel("blocks", "one/v1"));
    refused(
        NodeError.REQUEST_MALFORMED,
        "The graph's name" + rule,
        () -> client.dropResults("../blocks", "one"));
    refused(
        NodeError.REQUEST_MALFORMED, "The graph's name" + rule, () -> client.dropGraph("", true));
  }
}
