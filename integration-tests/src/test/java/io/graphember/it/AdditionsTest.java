// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Json;
import io.graphember.client.api.Reply;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vertices and edges are added to a graph; its versions are trained on, listed and dropped. */
class AdditionsTest {
  private static final int ADDED = 30;

  @TempDir Path folder;

  private TestCluster cluster;
  private GraphemberClient client;

  @BeforeEach
  void start() throws IOException {
    CsvGraph.write(folder.resolve("data"));
    Files.createDirectories(folder.resolve("more"));
    StringBuilder vertices = new StringBuilder("id,ring,f1,f2,f3,f4\n");
    StringBuilder edges = new StringBuilder();
    for (int v = 0; v < ADDED; v++) {
      int ring = v % 3;
      vertices.append("new%d,ring-%d,%d,1,1,1%n".formatted(v, ring, v));
      edges.append("new%d\tv%d%n".formatted(v, v));
    }
    vertices.append("v5,ring-0,9,9,9,9\n");
    Files.writeString(folder.resolve("more/vertices.csv"), vertices);
    Files.writeString(folder.resolve("more/edges.tsv"), edges);
    cluster = TestCluster.start(2);
    client = cluster.connect();
  }

  @AfterEach
  void stop() {
    client.close();
    cluster.close();
  }

  private JobSettings job(String... assignments) {
    return Jobs.parse(CsvGraph.JOB, assignments);
  }

  private JobSettings additions(String... assignments) {
    return Jobs.parse(
        CsvGraph.JOB.replace("data: data", "data: more").replace("rings,", "rings, add: true,"),
        assignments);
  }

  private GraphInfo load(JobSettings job) {
    try (GraphSource source = GraphSource.open(job.source(), folder, ReadProgress.NONE)) {
      return client.load(
          SettingsDocument.toJson(job.graph()), source, progress -> {}, Cancellation.NEVER);
    }
  }

  /** What is added is encoded by what the graph has learned, or refused. */
  @Test
  void featuresAreEncodedAsThoseOfTheGraph() throws IOException {
    String[] encoded = {
      "source.vertices.features=[]", "source.vertices.oneHot=[ring]", "source.vertices.missing=mean"
    };
    GraphInfo first = load(job(encoded));
    List<List<String>> rings = List.of(List.of("ring-0", "ring-1", "ring-2"));
    assertThat(first.vertexTypes().get(0).encoding().categories()).isEqualTo(rings);
    assertThat(first.featureDim()).isEqualTo(3);
    Path more = folder.resolve("more/vertices.csv");
    Files.writeString(more, Files.readString(more).replace(",ring-2,", ",ring-9,"));
    JobSettings adding = additions(encoded);
    assertThatThrownBy(() -> load(adding))
        .hasMessage(
            ("graph.add: version %d of graph rings has learned other categories, means or scales of"
                    + " the features of vertex than what is added; encode with those that GraphInfo"
                    + " keeps, the same columns and the same source.normalize.")
                .formatted(first.version()));
    GraphInfo second = loadEncoded(adding);
    assertThat(second.vertexTypes().get(0).encoding().categories()).isEqualTo(rings);
    assertThat(second.vertices()).isEqualTo(CsvGraph.VERTICES + ADDED);
    assertThat(client.featureEncodings("absent")).isEmpty();
  }

  /** Vertices that are added get the scales of those that are there. */
  @Test
  void scalesAreThoseOfTheGraph() {
    FeatureEncoding kept =
        load(job("source.normalize=standardize")).vertexTypes().get(0).encoding();
    assertThat(kept.scales().columns()).isEqualTo(4);
    JobSettings adding = additions("source.normalize=standardize");
    assertThatThrownBy(() -> load(adding)).hasMessageContaining("the same source.normalize.");
    assertThatThrownBy(() -> loadEncoded(additions()))
        .hasMessageContaining("the same source.normalize.");
    assertThat(loadEncoded(adding).vertexTypes().get(0).encoding()).isEqualTo(kept);
  }

  private GraphInfo loadEncoded(JobSettings adding) {
    try (GraphSource source =
        GraphSource.open(
            adding.source(),
            new ImportContext(
                folder, client.tables(), client.featureEncodings("rings"), Cancellation.NEVER),
            ReadProgress.NONE)) {
      return client.load(
          SettingsDocument.toJson(adding.graph()), source, p -> {}, Cancellation.NEVER);
    }
  }

  private List<Long> versions() {
    return client.graphs().stream().map(GraphInfo::version).toList();
  }

  private static void refused(NodeError code, Runnable deed, String message) {
    assertThatThrownBy(deed::run)
        .isInstanceOfSatisfying(GraphemberException.class, e -> assertThat(e.is(code)).isTrue())
        .hasMessage(message);
  }

  @Test
  void versionsAreTrainedOnByNumber() {
    GraphInfo first = load(job());
    Outcome before = Outcome.run(cluster, client, job());
    assertThat(client.predictions("rings", "rings-sage").publication().graphVersion())
        .isEqualTo(first.version());
    assertThat(before.probabilities()).hasSize(CsvGraph.VERTICES);

    GraphInfo second = load(additions());
    assertThat(second.version()).isGreaterThan(first.version());
    assertThat(second.vertices()).isEqualTo(CsvGraph.VERTICES + ADDED);
    assertThat(second.edges()).isEqualTo(first.edges() + 2 * ADDED);
    assertThat(second.classNames()).isEqualTo(first.classNames());
    assertThat(second.partitioner()).isEqualTo(first.partitioner());
    assertThat(versions()).containsExactly(first.version(), second.version());

    JobSettings further =
        job("name=further", "model.from=rings-sage", "training.epochs=2", "source=null");
    JobResult trained = Jobs.run(client, further);
    assertThat(trained.graph()).isEqualTo(second);
    assertThat(client.predictions("rings", "further").get("new7")).isNotNull();
    assertThat(client.predictions("rings", "further").publication().graphVersion())
        .isEqualTo(second.version());
    // What was published of version 1 stays, and version 1 itself gives the same bits again.
    assertThat(client.predictions("rings", "rings-sage").get("v5")).isNotNull();
    JobSettings ofFirst = job("graph.version=" + first.version(), "source=null");
    assertThat(Outcome.run(cluster, client, ofFirst)).isEqualTo(before);
    JobSettings predicting =
        job(
            "name=predicting",
            "model.from=rings-sage",
            "training.epochs=0",
            "source=null",
            "graph.version=" + first.version());
    assertThat(Outcome.run(cluster, client, predicting).probabilities())
        .isEqualTo(before.probabilities());

    assertThat(client.dropVersion("rings", first.version())).isTrue();
    assertThat(client.dropVersion("rings", first.version())).isFalse();
    assertThat(versions()).containsExactly(second.version());
    assertThat(second.sealed()).isEqualTo(first);
    assertThat(cluster.node(0).cacheNames()).contains(first.cache(), second.cache());
    assertThat(client.predictions("rings", "predicting").get("v5")).isNotNull();
    refused(
        NodeError.VERSION_UNKNOWN,
        () -> Jobs.run(client, ofFirst),
        "graph.version = %d: graph rings has no such version, there is %d."
            .formatted(first.version(), second.version()));
  }

  @Test
  void theNewestVersionThatRemainsIsTheCurrentOne() {
    GraphInfo first = load(job());
    GraphInfo second = load(additions());
    assertThat(client.dropVersion("rings", second.version())).isTrue();
    Await.until(
        Duration.ofSeconds(20), () -> !cluster.node(0).cacheNames().contains(second.cache()));
    GraphInfo third = load(additions());
    assertThat(third.vertices()).isEqualTo(second.vertices());
    assertThat(third.edges()).isEqualTo(second.edges());
    assertThat(versions()).containsExactly(first.version(), third.version());
    // Without graph.add a load replaces them all.
    GraphInfo fourth = load(job());
    assertThat(versions()).containsExactly(fourth.version());
    assertThat(cluster.node(0).cacheNames()).doesNotContain(first.cache(), third.cache());
    assertThat(client.dropGraph("rings")).isTrue();
    assertThat(versions()).isEmpty();
  }

  @Test
  void ofTwoThatAddToOneVersionTheSecondIsRefused() {
    load(job());
    JobSettings additions = additions();
    try (GraphSource source = GraphSource.open(additions.source(), folder, ReadProgress.NONE)) {
      boolean[] raced = new boolean[1];
      GraphInfo[] other = new GraphInfo[1];
      assertThatThrownBy(
              () ->
                  client.load(
                      SettingsDocument.toJson(additions.graph()),
                      source,
                      progress -> {
                        if (progress.phase().equals("send") && !raced[0]) {
                          raced[0] = true;
                          other[0] = load(additions);
                        }
                      },
                      Cancellation.NEVER))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(NodeError.GRAPH_CHANGED)).isTrue())
          .hasMessageMatching(
              "graph.add: version \\d+ of graph rings is not the current one any more;"
                  + " load again to add to the one that is.");
      assertThat(client.graphs()).hasSize(2).contains(other[0]);
      assertThat(graphCaches()).hasSize(2);
    }
  }

  /** Reading takes many times as long as a request; one of several loads is met while it reads. */
  @Test
  void piecesWaitUntilTheVersionIsRead() {
    load(job());
    String settings = SettingsDocument.toJson(additions().graph());
    String header;
    try (GraphSource source = GraphSource.open(additions().source(), folder, ReadProgress.NONE)) {
      header = Json.write(LoadHeader.of(source.header()));
    }
    Set<String> messages = new HashSet<>();
    try (IgniteClient raw =
        Ignition.startClient(GraphemberClient.configuration(cluster.address(0)))) {
      GraphemberService service =
          raw.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
      for (int i = 0; i < 50; i++) {
        long load = Json.value(service.beginLoad(settings, header), new TypeReference<Long>() {});
        messages.add(
            Json.read(service.append(load, 0, new byte[0]), Reply.class).error().message());
        service.abortLoad(load);
      }
    }
    assertThat(messages)
        .contains(
            "The load still reads the version that it adds to; wait until its phase is receive.");
    assertNothingIsHeld();
  }

  private void assertNothingIsHeld() {
    Await.until(
        Duration.ofSeconds(20),
        () -> cluster.parts(0).budget().takenBytes() + cluster.parts(1).budget().takenBytes() == 0);
  }

  private List<String> graphCaches() {
    return cluster.node(0).cacheNames().stream()
        .filter(name -> name.startsWith("graphember.graph."))
        .toList();
  }

  @Test
  void aLoadThatIsGivenUpWhileItReadsLeavesNothing() {
    GraphInfo first = load(job());
    JobSettings additions = additions();
    try (GraphSource source = GraphSource.open(additions.source(), folder, ReadProgress.NONE)) {
      assertThatThrownBy(
              () ->
                  client.load(
                      SettingsDocument.toJson(additions.graph()),
                      source,
                      progress -> {},
                      () -> true))
          .isInstanceOf(GraphemberException.class);
    }
    assertThat(client.graphs()).containsExactly(first);
    assertNothingIsHeld();
    assertThat(client.dropGraph("rings")).isTrue();
    Await.until(Duration.ofSeconds(20), () -> graphCaches().isEmpty());
  }
}
