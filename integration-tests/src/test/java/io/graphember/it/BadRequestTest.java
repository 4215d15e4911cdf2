// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.client.api.Reply;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.memory.MemoryBudget;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client may get wrong: one sentence each, and nothing is left in the cluster. */
class BadRequestTest {
  private static final String HEADER =
      Json.write(LoadHeader.of(new GraphHeader(KeyKind.INT64, 0, false)));

  private static final Duration BOUND = Duration.ofSeconds(20);

  private static TestCluster cluster;
  private static GraphemberClient client;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(2, new GraphemberConfiguration().setMemoryBudgetBytes(32L << 20));
    client = cluster.connect();
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(client.graphs()).isEmpty();
    cluster.awaitNoCache(name -> name.startsWith("graphember.graph."));
    for (int i = 0; i < 2; i++) {
      // A load that fails asks the nodes to free its edges, and does not wait for them.
      MemoryBudget budget = cluster.parts(i).budget();
      Await.until(BOUND, () -> budget.takenBytes() == 0);
    }
  }

  private JobSettings csv(String vertices, String edges, String... assignments) throws IOException {
    Files.writeString(folder.resolve("v.csv"), vertices);
    Files.writeString(folder.resolve("e.csv"), edges);
    return Jobs.parse(
        """
        name: bad
        source:
          type: csv
          data: %s
          vertices: {file: v.csv, key: id, label: class, features: ['w*']}
          edges: {file: e.csv}
        graph: {name: bad, partitions: 4}
        model: {}
        training: {epochs: 1}
        publish: {}
        """
            .formatted(folder),
        assignments);
  }

  private static void assertRefused(
      JobSettings job, ErrorCategory category, String code, String message) {
    assertThatThrownBy(() -> Jobs.load(client, job))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.category()).isEqualTo(category);
            })
        .hasMessage(message);
  }

  @Test
  void edgeToUnknownVertex() throws IOException {
    JobSettings job = csv("id,class,w1\n1,a,0\n2,b,1\n", "src,dst\n1,2\n2,7\n");
    assertRefused(
        job,
        ErrorCategory.USER,
        "VERTEX_UNKNOWN",
        "Row 2 of the edges names vertex 7, which no vertex row has; set graph.unknownVertices to skip or"
            + " create to allow it.");
  }

  @Test
  void vertexTwice() throws IOException {
    assertRefused(
        csv("id,class,w1\n1,a,0\n1,b,1\n", "src,dst\n"),
        ErrorCategory.USER,
        "VERTEX_TWICE",
        "Vertex 1 came twice; a key names one vertex.");
  }

  @Test
  void emptyGraph() throws IOException {
    assertRefused(
        csv("id,class,w1\n", "src,dst\n"),
        ErrorCategory.USER,
        "GRAPH_EMPTY",
        "Graph bad has no vertices: the vertex and edge files hold no rows.");
  }

  @Test
  void brokenFileInTheMiddle() throws IOException {
    StringBuilder edges = new StringBuilder("src,dst\n");
    for (int i = 0; i < 200_000; i++) {
      edges.append("1,2\n");
    }
    JobSettings job = csv("id,class,w1\n1,a,0\n2,b,1\n", edges + "1,two\n");
    assertThatThrownBy(() -> Jobs.load(client, job))
        .isInstanceOf(GraphemberException.class)
        .hasMessageContaining("e.csv:200002")
        .hasMessageContaining("two");
  }

  @Test
  void unknownPartitioner() throws IOException {
    assertRefused(
        csv("id,class,w1\n1,a,0\n", "src,dst\n", "graph.partitioner=metis"),
        ErrorCategory.USER,
        "PROVIDER_UNKNOWN",
        "graph.partitioner = metis: no such partitioner, there are 2ps, adadne, auto, blocks, dne, fennel, file, hash-1d, hash-2d, hdrf, louvain, multilevel.");
  }

  @Test
  void partitionerOption() throws IOException {
    assertRefused(
        csv(
            "id,class,w1\n1,a,0\n",
            "src,dst\n",
            "graph.partitioner=hash-2d",
            "graph.partitionerOptions={tau: 2}"),
        ErrorCategory.USER,
        "PARTITIONER_OPTION",
        "graph.partitionerOptions.tau = 2: hash-2d has no options.");
  }

  @Test
  void loadLargerThanTheBudget() {
    JobSettings job = BlockModelJob.settings("source.vertices=300000", "source.words=40");
    assertThatThrownBy(() -> Jobs.load(client, job))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.category()).isEqualTo(ErrorCategory.RESOURCE))
        .hasMessageMatching(
            "(Loading|Staging|A shard of) graph blocks needs [0-9.]+ MiB, but only [0-9.]+ MiB of this node's memory budget"
                + " of 32.0 MiB are free; .*");
  }

  private static void assertJobRefused(JobSettings job, String code, String message) {
    assertThatThrownBy(() -> Jobs.run(client, job))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessage(message);
  }

  @Test
  void unknownGraph() {
    assertJobRefused(
        BlockModelJob.settings("graph.name=nowhere"),
        "GRAPH_UNKNOWN",
        "graph.name = nowhere: no such graph is in the cluster, there is none.");
  }

  @Test
  void unknownBackend() {
    assertJobRefused(
        BlockModelJob.settings("backend=cuda"),
        "BACKEND_UNKNOWN",
        "backend = cuda: not installed on this node, there is djl; folders graphember-backend-* are moved from libs/optional to libs.");
  }

  @Test
  void aJobIsCheckedBeforeItsGraphIsThere() {
    String job = "{name: a, graph: {name: nowhere}, backend: %s}";
    client.check(job.formatted("djl"));
    assertThatThrownBy(() -> client.check(job.formatted("cuda")))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo("BACKEND_UNKNOWN"));
    assertThatThrownBy(() -> client.check(job.formatted("djl, model: {hidden: 0}")))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo("SETTINGS_INVALID"));
  }

  /** The server checks a job's text itself, whatever the client has let pass. */
  @Test
  void contradictingSettings() {
    String job =
        """
        name: bad
        graph: {name: bad}
        training: {fanouts: [5, 4, 3], epochs: -1}
        """;
    assertThatThrownBy(() -> client.submit(job))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> {
              assertThat(e.code()).isEqualTo("SETTINGS_INVALID");
              assertThat(e.getMessage())
                  .contains("training.epochs = -1", "must be")
                  .doesNotContain("Exception");
            });
  }

  @Test
  void graphUnfitForTheTask() throws IOException {
    JobSettings job = csv("id,class,w1\n1,a,0\n2,b,1\n", "src,dst\n1,2\n");
    Jobs.load(client, job);
    assertJobRefused(
        job,
        "TASK_UNFIT",
        "The train split of graph bad is empty: name split files in source.split, or fractions in"
            + " task.split.");
    JobSettings unlabeled = csv("id,class,w1\n1,,0\n2,,1\n", "src,dst\n1,2\n");
    Jobs.load(client, unlabeled);
    assertJobRefused(
        unlabeled,
        "TASK_UNFIT",
        "Graph bad has no labels: vertex classification needs labels of at least 2 classes.");
    assertThat(client.dropGraph("bad")).isTrue();
    assertThat(client.dropGraph("bad")).isFalse();
  }

  @Test
  void addressesThatLeadNowhere() {
    assertThatThrownBy(() -> GraphemberClient.connect("localhost"))
        .hasMessage("'localhost' is not an address: write host:port, for example 127.0.0.1:10800.");
    assertThatThrownBy(() -> GraphemberClient.connect("127.0.0.1:1"))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.category()).isEqualTo(ErrorCategory.CLUSTER))
        .hasMessage(
            "No Ignite node answers at 127.0.0.1:1: start one, or name another host:port, with the port for clients, 10800 as a rule.");
  }

  /** Text that no client of ours sends. */
  @Test
  void hostileRequests() {
    try (IgniteClient raw =
        Ignition.startClient(GraphemberClient.configuration(cluster.address(0)))) {
      GraphemberService service =
          raw.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
      assertThat(error(service.hello(99)))
          .startsWith("PROTOCOL_MISMATCH The client speaks version 99 of the service");
      assertThat(error(service.submit("name: [", new byte[0]))).startsWith("SETTINGS_UNREADABLE");
      assertThat(error(service.submit(null, new byte[0])))
          .isEqualTo("REQUEST_MALFORMED The job is missing.");
      assertThat(
              error(
                  service.beginLoad(
                      "name: x", HEADER.replace("\"featureDim\":0", "\"featureDim\":-1"))))
          .startsWith("REQUEST_MALFORMED The header cannot be read");
      assertThat(error(service.beginLoad("name: ../x", HEADER))).startsWith("SETTINGS_INVALID");
      assertThat(error(service.append(4711, 0, new byte[8])))
          .isEqualTo(
              "LOAD_UNKNOWN Load 4711 is not open on this node: it was dropped, or nobody asked"
                  + " after it for 25000 ms (loadTimeoutMillis in GraphemberConfiguration).");
      assertThat(error(service.jobState(4711, 1)))
          .isEqualTo("JOB_UNKNOWN Job 4711 is not known; the latest 1000 jobs are.");
      long load = Json.read(service.beginLoad("name: raw", HEADER), Reply.class).value().asLong();
      assertThat(error(service.append(load, 5, new byte[8])))
          .isEqualTo("REQUEST_MALFORMED Piece 5 came, piece 0 was expected.");
      assertThat(error(service.commitLoad(load, "{}")))
          .startsWith("REQUEST_MALFORMED The label names cannot be read");
      assertThat(error(service.append(load, 0, new byte[8]))).startsWith("PIECE_MALFORMED");
      assertThat(error(service.append(load, 0, new byte[8])))
          .isEqualTo(
              "REQUEST_MALFORMED The load takes no more pieces: it was committed or has failed.");
      service.abortLoad(load);
      assertThat(error(service.commitLoad(load, "[]"))).startsWith("LOAD_UNKNOWN");
    }
  }

  private static String error(String reply) {
    Reply read = Json.read(reply, Reply.class);
    assertThat(read.error()).as(reply).isNotNull();
    return read.error().code() + " " + read.error().message();
  }

  @Test
  void resultOfAJobThatFailed() {
    var handle =
        client.submit(
            SettingsDocument.toJson(BlockModelJob.settings("graph.name=nowhere").withoutSource()));
    assertThatThrownBy(() -> handle.await(state -> {}, Cancellation.NEVER))
        .isInstanceOf(GraphemberException.class);
    assertThatThrownBy(handle::result)
        .hasMessage("Job %d has no result: it failed, GRAPH_UNKNOWN.".formatted(handle.number()));
    assertThat(handle.cancel()).isFalse();
  }
}
