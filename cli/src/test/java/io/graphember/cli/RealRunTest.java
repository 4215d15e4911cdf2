// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.cli.cluster.EmbeddedCluster;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.spi.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.ignite.Ignition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real nodes and real jobs, on the plain-Java backend of the test kit. */
class RealRunTest {
  private static final String[] SMALL = {
    "--set", "source.vertices=400",
    "--set", "source.classes=3",
    "--set", "source.words=30",
    "--set", "source.seed=2",
    "--set", "model.hidden=8",
    "--set", "training.epochs=3",
    "--set", "training.batchSize=32",
    "--set", "training.fanouts=[5, 5]"
  };

  private final TestConsole console = new TestConsole();

  @TempDir Path folder;

  @AfterEach
  void leavesNoNode() {
    assertThat(Ignition.allGrids()).isEmpty();
  }

  private static String[] small(String... arguments) {
    String[] all = new String[arguments.length + SMALL.length];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    System.arraycopy(SMALL, 0, all, arguments.length, SMALL.length);
    return all;
  }

  private JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(Files.readString(file));
  }

  @Test
  void demonstrates() throws IOException {
    Path json = folder.resolve("demo.json");
    assertThat(console.run(small("demo", "--nodes", "2", "--json", json.toString())))
        .as(console.err())
        .isZero();
    assertThat(console.out())
        .containsSubsequence(
            "Graph       demo: 400 vertices",
            "Partitions  8 by adadne: replication factor",
            "node-1",
            "node-2",
            "Model       graphsage, 2 layers, 8 wide",
            "Trained     3 epochs",
            "Test        accuracy",
            "features alone",
            "Published",
            "Moved",
            "Read back   key",
            "paper-");
    assertThat(console.err())
        .contains("Starting 2 nodes ...", "Training: 3/3, loss ")
        .doesNotContain("\r", "\u001b", "WARN");
    JsonNode report = json(json);
    assertThat(report.at("/epochs")).hasSize(3);
    assertThat(report.at("/nodes")).hasSize(2);
    assertThat(report.at("/nodes/0/gathersServed").longValue()).isPositive();
    assertThat(
            report.at("/nodes/0/rowsHeld").longValue() + report.at("/nodes/1/rowsHeld").longValue())
        .isEqualTo(400);
    assertThat(report.at("/bytes").longValue()).isPositive();
    assertThat(report.at("/versions").isEmpty()).isFalse();
  }

  /** Every vertex has a replica in each of the partitions to choose among. */
  @Test
  void balancesTheSplitThatComesWithTheGraph() throws IOException {
    StringBuilder vertices = new StringBuilder("id,class,split,x\n");
    StringBuilder edges = new StringBuilder("from,to\n");
    for (int v = 0; v < 24; v++) {
      String split = v < 6 ? "train" : v < 14 ? "valid" : "test";
      vertices.append("%d,%s,%s,%d\n".formatted(v, v % 2 == 0 ? "a" : "b", split, v % 2));
      for (int w = 0; w < 24; w++) {
        edges.append("%d,%d\n".formatted(v, w));
      }
    }
    Files.writeString(folder.resolve("v.csv"), vertices);
    Files.writeString(folder.resolve("e.csv"), edges);
    Path job =
        Files.writeString(
            folder.resolve("job.yaml"),
            """
            name: clique
            source:
              type: csv
              data: .
              vertices: {file: v.csv, key: id, label: class, split: split, features: [x]}
              edges: {file: e.csv}
            graph: {name: clique, partitions: 2, partitioner: hdrf, balanceSplits: true}
            model: {hidden: 4}
            training: {epochs: 1, baseline: false}
            """);
    Path json = folder.resolve("clique.json");
    assertThat(console.run("train", job.toString(), "--nodes", "2", "--json", json.toString()))
        .as(console.err())
        .isZero();
    assertThat(console.out())
        .contains("Splits      train 6 (3 a partition), validation 8 (4), test 10 (5)\n");
    assertThat(json(json).at("/graph/vertexTypes/0/splits").toString())
        .isEqualTo(
            "{\"train\":{\"vertices\":6,\"least\":3,\"most\":3},"
                + "\"valid\":{\"vertices\":8,\"least\":4,\"most\":4},"
                + "\"test\":{\"vertices\":10,\"least\":5,\"most\":5}}");
  }

  /** Over two nodes each of which keeps a share of the edges, and of the rows about them. */
  @Test
  void trainsOnAGraphThatAnotherToolHasCut() throws IOException {
    Files.writeString(
        folder.resolve("v.csv"), "id,class,x\n1,a,0\n2,b,1\n3,a,0\n4,b,1\n5,a,0\n6,b,1\n");
    Files.writeString(folder.resolve("e.csv"), "from,to\n1,2\n2,3\n3,4\n4,5\n5,6\n");
    Files.writeString(
        folder.resolve("cut.csv"), "from,to,partition\n1,2,0\n3,2,0\n3,4,0\n4,5,1\n6,5,1\n");
    Path job =
        Files.writeString(
            folder.resolve("job.yaml"),
            """
            name: path
            source:
              type: csv
              data: .
              vertices: {file: v.csv, key: id, label: class, features: [x]}
              edges: {file: e.csv}
            graph:
              name: path
              partitions: 2
              symmetrize: true
              partitioner: file
              partitionerOptions: {edges: cut.csv}
            model: {hidden: 4}
            training: {epochs: 1, baseline: false}
            task: {split: {train: 0.5, valid: 0, test: 0.5}}
            """);
    Path json = folder.resolve("path.json");
    assertThat(console.run("train", job.toString(), "--nodes", "2", "--json", json.toString()))
        .as(console.err())
        .isZero();
    JsonNode graph = json(json).at("/graph");
    assertThat(graph.at("/partitioner").asText()).isEqualTo("file");
    assertThat(graph.at("/replicationFactor").asDouble()).isEqualTo(7 / 6.0);
    assertThat(graph.at("/edgeBalance").asDouble()).isEqualTo(1.5);
  }

  @Test
  void trainsInARunningCluster() throws IOException {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(1, false, Cancellation.NEVER);
        GraphemberClient client = GraphemberClient.connect(cluster.address())) {
      String job = "../examples/jobs/demo.yaml";
      Path json = folder.resolve("seeds.json");
      assertThat(
              console.run(
                  small(
                      "train",
                      job,
                      "--connect",
                      cluster.address(),
                      "--seeds",
                      "2",
                      "--json",
                      json.toString())))
          .as(console.err())
          .isZero();
      assertThat(console.out())
          .containsSubsequence("seed 0: test 0.", "seed 1: test 0.", "Trained     2 seeds", " +- ")
          .doesNotContain("memory of this process");
      assertThat(json(json).at("/test/runs")).hasSize(2);
      assertThat(client.graphs()).extracting(GraphInfo::name).containsExactly("demo");

      // The graph stays: a job without a source finds it.
      assertThat(
              console.run(
                  "train",
                  job,
                  "--connect",
                  cluster.address(),
                  "--set",
                  "source=",
                  "--set",
                  "training.epochs=2"))
          .as(console.err())
          .isZero();

      // What goes wrong leaves nothing behind.
      assertThat(
              console.run(
                  "train",
                  job,
                  "--connect",
                  cluster.address(),
                  "--set",
                  "graph.name=other",
                  "--set",
                  "graph.partitioner=none"))
          .isEqualTo(2);
      assertThat(console.err()).contains("graph.partitioner = none");
      assertThat(client.graphs()).hasSize(1);
    }
  }

  @Test
  void saysThatABackendIsNotInstalled() {
    assertThat(console.run(small("demo", "--nodes", "1", "--set", "backend=tf"))).isEqualTo(3);
    assertThat(console.err())
        .contains("error BACKEND_UNKNOWN: backend = tf")
        .doesNotContain("Opening the graph", "\tat "); // said before anything is read
    assertThat(console.out()).isEmpty();
  }

  @Test
  void cancels() {
    assertThat(console.run(() -> !Ignition.allGrids().isEmpty(), small("demo", "--nodes", "2")))
        .isEqualTo(4);
    assertThat(console.err())
        .endsWith("error CANCELLED: Cancelled at the user's request.%n".formatted());
  }
}
