// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.cli.cluster.EmbeddedCluster;
import io.graphember.client.GraphemberClient;
import io.graphember.config.SettingsDocument;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that look at a running cluster. */
class ClusterCommandsTest {
  private static final String JOB =
      """
      name: little
      source: {type: block-model, vertices: 200, classes: 2, words: 20}
      graph: {name: little, partitions: 4}
      training: {epochs: 1}
      task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
      """;

  private static EmbeddedCluster cluster;

  private final TestConsole console = new TestConsole();

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    cluster = EmbeddedCluster.start(1, false, Cancellation.NEVER);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private int connected(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--connect";
    all[arguments.length + 1] = cluster.address();
    return console.run(all);
  }

  @Test
  void aGraphIsListedShownAndDropped() throws IOException {
    Path job = Files.writeString(folder.resolve("job.yaml"), JOB);
    assertThat(connected("train", job.toString())).as(console.err()).isZero();
    assertThat(connected("graphs")).isZero();
    assertThat(console.out()).containsPattern("little +1 +200 ");
    assertThat(connected("graph", "little")).isZero();
    assertThat(console.out()).contains("Vertices    200\n", "Classes     2: ", "Keys        text");
    assertThat(connected("train", job.toString(), "--set", "graph.add=true")).isZero();
    assertThat(connected("graphs")).isZero();
    assertThat(console.out()).containsPattern("little +1 +200 .*\nlittle +[2-9] +200 ");
    assertThat(connected("drop", "little", "--graph-version", "1", "--yes")).isZero();
    assertThat(console.out()).endsWith("Dropped version 1 of graph little.\n");
    assertThat(connected("graph", "little", "--graph-version", "1")).isEqualTo(2);
    assertThat(console.err())
        .contains("error VERSION_UNKNOWN: --graph-version 1: graph little has no such version");
    assertThat(connected("drop", "litle", "--yes")).isEqualTo(2);
    assertThat(console.err())
        .endsWith(
            "error GRAPH_UNKNOWN: NAME = litle: no such graph is in the cluster, did you mean"
                + " little?\n");
    assertThat(connected("drop", "little", "--results", "--yes")).isZero();
    assertThat(console.out())
        .endsWith(
            """
            Dropped graph little.
            Dropped of job little: embeddings, predictions, model.
            """);
    assertThat(connected("graph", "little")).isEqualTo(2);
    assertThat(console.err()).endsWith("no such graph is in the cluster, there is none.\n");
    assertThat(connected("graphs")).isZero();
    assertThat(console.out()).endsWith("There is no graph in the cluster.\n");
  }

  /** They follow the cut that there is, whatever the partitioner of the settings can make. */
  @Test
  void additionsNeedNoPartitioner() throws IOException {
    String job = Files.writeString(folder.resolve("job.yaml"), JOB).toString();
    String many = "graph.partitions=4097";
    assertThat(connected("train", job, "--set", many, "--set", "graph.partitioner=hdrf"))
        .as(console.err())
        .isZero();
    assertThat(connected("train", job, "--set", many, "--set", "graph.add=true"))
        .as(console.err())
        .isZero();
    assertThat(connected("train", job, "--set", many)).isEqualTo(2);
    assertThat(console.err()).contains("adadne makes up to 4096 partitions");
    assertThat(connected("drop", "little", "--results", "--yes")).isZero();
  }

  private long submitted(String... changes) {
    try (GraphemberClient client = GraphemberClient.connect(cluster.address())) {
      SettingsDocument job = SettingsDocument.parse("job", JOB);
      for (String change : changes) {
        job = job.set(change);
      }
      return client
          .submit(SettingsDocument.toJson(job.bind(JobSettings.class).withoutSource()))
          .number();
    }
  }

  private JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(Files.readString(file));
  }

  @Test
  void jobsAreListedFollowedAndCancelled() throws IOException {
    Path job = Files.writeString(folder.resolve("job.yaml"), JOB);
    Path out = folder.resolve("out.json");
    assertThat(connected("train", job.toString())).as(console.err()).isZero();
    final long done = submitted();
    assertThat(connected("job", String.valueOf(done), "--follow", "--json", out.toString()))
        .as(console.err())
        .isZero();
    assertThat(console.out())
        .contains(
            "Job         %d, little, on graph little\n".formatted(done),
            "Status      done\n",
            ", job: train\n",
            "Epoch       1 of 1: loss ");
    assertThat(json(out).get("status").asText()).isEqualTo("DONE");

    final long endless = submitted("training.epochs=1000000", "training.checkpointEvery=1");
    assertThat(connected("jobs", "little", "--json", out.toString())).isZero();
    assertThat(console.out())
        .containsPattern("%d +little +little +train +done +1 of 1 ".formatted(done))
        .containsPattern("%d +little +little +train +running, [a-z]+ ".formatted(endless));
    final JsonNode jobs = json(out).get("jobs");
    assertThat(jobs.get(jobs.size() - 1).get("job").asLong()).isEqualTo(endless);
    assertThat(connected("queue")).isZero();
    assertThat(console.out()).endsWith("No job waits.\n");
    assertThat(connected("nodes", "--json", out.toString())).isZero();
    assertThat(console.out())
        .containsPattern("node-1 +storage, trainer +\\d+ +\\d+ +\\S+ +1 .* open\n");
    assertThat(json(out).get("nodes").get(0).get("load").get("jobs").asInt()).isEqualTo(1);

    assertThat(connected("cancel", String.valueOf(endless), "--json", out.toString()))
        .as(console.err())
        .isZero();
    assertThat(console.out()).contains("Job %d has ended: cancelled.\n".formatted(endless));
    assertThat(json(out).get("status").asText()).isEqualTo("CANCELLED");
    assertThat(connected("cancel", String.valueOf(endless))).isZero();
    assertThat(console.out()).contains("Job %d had ended before: cancelled.\n".formatted(endless));
    assertThat(connected("job", String.valueOf(endless), "--follow")).isEqualTo(4);
    assertThat(console.err())
        .endsWith("error CANCELLED: Job %d was cancelled.\n".formatted(endless));
    assertThat(connected("job", "4711")).isEqualTo(2);
    assertThat(console.err()).contains("error JOB_UNKNOWN: Job 4711 is not known");
    assertThat(connected("cancel", "4711")).isEqualTo(2);

    assertThat(connected("models", "--json", out.toString())).isZero();
    assertThat(console.out()).containsPattern("little +little +\\d+ +[0-9.]+ kB ");
    assertThat(json(out).get("models").get(0).get("job").asText()).isEqualTo("little");
    assertThat(connected("drop", "little", "--results", "--yes")).isZero();
    assertThat(connected("models")).isZero();
    assertThat(console.out()).endsWith("No job has left a model.\n");
  }

  @Test
  void completesInShells() {
    assertThat(console.run("completion")).isZero();
    assertThat(console.out()).startsWith("#!/usr/bin/env bash").contains("--follow", "drop-model");
  }

  @Test
  void examinesARunningNode() {
    assertThat(connected("doctor")).as(console.out()).isZero();
    assertThat(console.out())
        .startsWith("The node at " + cluster.address() + ": Graphember ")
        .contains(
            "1 server node in the cluster",
            "good  heap",
            "good  backend",
            "good  client connector",
            "risk  white list of classes")
        .endsWith("start all server nodes with -DIGNITE_MARSHALLER_WHITELIST=FILE\n");
    assertThat(console.err()).isEmpty();
  }

  @Test
  void examinesThisMachine() {
    assertThat(console.run("doctor")).as(console.out()).isZero();
    assertThat(console.out()).startsWith("A node in this process: Graphember ");
  }

  @Test
  void aNodeIsForgottenWhenSomebodySaysYes() {
    assertThat(connected("forget", "gone")).isEqualTo(2);
    assertThat(console.err())
        .endsWith(
            "error CONFIRMATION_MISSING: Nobody is here to ask whether to forget node gone: add --yes.\n");
    console.types("n");
    assertThat(connected("forget", "gone")).isEqualTo(4);
    assertThat(console.err())
        .endsWith("Forget node gone? [y/N] error CANCELLED: Nothing was forgotten.\n");
    console.types("y");
    assertThat(connected("forget", "gone")).isEqualTo(2);
    assertThat(console.err()).contains("error NODE_UNKNOWN: node = gone: no storage node");
  }
}
