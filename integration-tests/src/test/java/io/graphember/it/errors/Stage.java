// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.GraphemberVersion;
import io.graphember.client.api.GraphemberService;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.it.Await;
import io.graphember.it.CommandRun;
import io.graphember.it.TestCluster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;

/** A node with a small budget, a thin client, and a folder for each deed. */
final class Stage implements AutoCloseable {
  static final long BUDGET = 32L << 20;

  static final String JOB =
      """
      name: bad
      source:
        type: csv
        data: data
        vertices: {file: v.csv, key: id, label: class, features: ['w*']}
        edges: {file: e.csv}
      graph: {name: bad, partitions: 4}
      model: {hidden: 4}
      training: {epochs: 1, baseline: false}
      task: {split: {train: 0.5, valid: 0, test: 0.5}}
      """;

  static final String VERTICES = "id,class,w1\n1,a,0\n2,b,1\n";
  static final String EDGES = "src,dst\n1,2\n";

  static final String EMBEDDED =
      """
      name: bad
      source: {type: block-model, vertices: 300, classes: 3, words: 30}
      graph: {name: bad, partitions: 4}
      job: embed
      embedding: {dim: 8, epochs: 20, walkLength: 10, window: 3, batchSize: 20, consistency: bsp}
      """;

  static final String GENERATED =
      """
      name: bad
      source: {type: block-model, vertices: 300, classes: 3, words: 30}
      graph: {name: bad, partitions: 4}
      model: {hidden: 4}
      training: {epochs: 1, baseline: false}
      task: {split: {train: 0.5, valid: 0, test: 0.5}}
      """;

  private final TestCluster cluster;
  private final GraphemberClient client;
  private final IgniteClient raw;
  private Path folder;

  Stage() {
    cluster = TestCluster.start(1, new GraphemberConfiguration().setMemoryBudgetBytes(BUDGET));
    client = cluster.connect();
    raw = Ignition.startClient(GraphemberClient.configuration(address()));
  }

  /** A folder that nobody has used. */
  void enter(Path newFolder) throws IOException {
    folder = newFolder.toRealPath();
  }

  TestCluster cluster() {
    return cluster;
  }

  GraphemberClient client() {
    return client;
  }

  String address() {
    return cluster.address(0);
  }

  Path folder() {
    return folder;
  }

  /** The service as a client of another make would call it. */
  GraphemberService service() {
    return raw.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
  }

  Path write(String file, String text) throws IOException {
    return write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  Path write(String file, byte[] bytes) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.write(path, bytes);
  }

  static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  /** Trains on two files. */
  Refusal csv(String vertices, String edges, String... options) throws IOException {
    write("data/v.csv", vertices);
    write("data/e.csv", edges);
    return train(JOB, options);
  }

  /** Trains on a folder in the layout of OGB: files and their text in turn. */
  Refusal ogb(List<String> options, String... filesAndTexts) throws IOException {
    write("data/raw/num-node-list.csv", "3\n");
    write("data/raw/num-edge-list.csv", "2\n");
    write("data/raw/edge.csv", "0,1\n1,2\n");
    write("data/raw/node-feat.csv", "0,1\n1,0\n1,1\n");
    write("data/raw/node-label.csv", "0\n1\n0\n");
    for (int i = 0; i < filesAndTexts.length; i += 2) {
      write("data/" + filesAndTexts[i], filesAndTexts[i + 1]);
    }
    return train(
        JOB.replace("type: csv", "type: ogb").replaceAll("(?m)^  (vertices|edges): .*\n", ""),
        options.toArray(String[]::new));
  }

  /** Runs {@code train} with a job file of this text. */
  Refusal infer(String job, String... options) throws IOException {
    return run("infer", job, options);
  }

  Refusal embed(String job, String... options) throws IOException {
    return run("embed", job, options);
  }

  private Refusal run(String command, String job, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(command, write("job.yaml", job).toString()));
    arguments.addAll(List.of("--connect", address()));
    arguments.addAll(List.of(options));
    return run(arguments.toArray(String[]::new));
  }

  Refusal train(String job, String... options) throws IOException {
    return trainFile(write("job.yaml", job), options);
  }

  Refusal trainFile(Path job, String... options) {
    List<String> arguments = new ArrayList<>(List.of("train", job.toString()));
    arguments.addAll(List.of("--connect", address()));
    arguments.addAll(List.of(options));
    return run(arguments.toArray(String[]::new));
  }

  /** Runs a command in this process; it must fail. */
  Refusal run(String... arguments) {
    CommandRun run = CommandRun.of(arguments);
    String said = run.err();
    assertThat(said).contains("error ").doesNotContain("\tat ", "Caused by");
    String error = said.substring(said.indexOf("error ") + "error ".length()).strip();
    int colon = error.indexOf(": ");
    String code = error.substring(0, colon);
    String message = error.substring(colon + 2);
    if (code.equals("USAGE")) {
      // The next lines say what may have been meant, and where help is.
      assertThat(message).contains("--help shows how.");
      message = message.lines().findFirst().orElseThrow();
    }
    return new Refusal(run.exit(), code, message);
  }

  /** Does work that needs memory while almost none is left. */
  Refusal withoutMemory(long leftBytes, BadInput.Deed deed) throws Exception {
    try (var taken = cluster.parts(0).budget().take(BUDGET - leftBytes, "The test")) {
      assertThat(taken.bytes()).isPositive();
      return deed.on(this);
    }
  }

  /** The deed, then the graph that it could load before it failed is dropped. */
  static BadInput.Deed loaded(BadInput.Deed deed) {
    return stage -> {
      Refusal refusal = deed.on(stage);
      assertThat(stage.client().dropGraph("bad")).isTrue();
      return refusal;
    };
  }

  /** Nothing of any deed is left in the cluster. */
  void assertClean() {
    assertThat(client.graphs()).isEmpty();
    Await.until(Duration.ofSeconds(10), () -> cluster.parts(0).budget().takenBytes() == 0);
    cluster.awaitNoCache(name -> name.startsWith("graphember.graph."));
    Await.until(Duration.ofSeconds(10), () -> cluster.parts(0).running().count() == 0);
    assertThat(cluster.parts(0).live().openJobs()).isZero();
  }

  /** A text without what differs from run to run. */
  String normalized(String text) {
    return text.replace(folder.toString(), "DIR")
        .replaceAll("127\\.0\\.0\\.1:(?!10800)\\d+", "HOST:PORT")
        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "NODE")
        .replaceAll("[0-9.]+ MiB", "N MiB")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:]+Z", "TIME")
        .replace(GraphemberVersion.current(), "VERSION")
        .replaceAll("\\b([Jj]ob|[Ll]oad) \\d+\\b", "$1 N")
        .replaceAll("(graphember\\.embeddings\\.bad\\.bad\\.v)\\d+", "$1N")
        .replaceAll("\\bversion \\d+ of graph", "version N of graph")
        .replaceAll("no such version, there is \\d+", "no such version, there is N");
  }

  @Override
  public void close() {
    raw.close();
    client.close();
    cluster.close();
  }
}
