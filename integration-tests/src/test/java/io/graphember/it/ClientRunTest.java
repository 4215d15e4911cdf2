// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.client.JobListener;
import io.graphember.client.LoadProgress;
import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.ModelForm;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program runs job files with what belongs to them, as the command does. */
class ClientRunTest {
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

  private Path written() throws IOException {
    CsvGraph.write(folder.resolve("data"));
    return Files.writeString(folder.resolve("job.yaml"), CsvGraph.JOB);
  }

  private JobResult run(String... assignments) throws IOException {
    JobFile job = JobFile.read(written(), null, List.of(assignments));
    return client.run(job, state -> {}, Cancellation.NEVER);
  }

  @Test
  void whatIsHeardOf() throws IOException {
    Set<String> read = new HashSet<>();
    Set<String> phases = new HashSet<>();
    Set<String> warnings = new HashSet<>();
    int[] epochs = new int[1];
    JobListener listener =
        new JobListener() {
          @Override
          public void read(String file, long done, long total) {
            read.add(Path.of(file).getFileName().toString());
          }

          @Override
          public void load(LoadProgress progress) {
            phases.add(progress.phase());
          }

          @Override
          public void warning(String warning) {
            warnings.add(warning);
          }

          @Override
          public void state(JobState state) {
            epochs[0] += state.epochs().size();
          }
        };
    final String job = Files.readString(written());
    Path vertices = folder.resolve("data/vertices.csv");
    Files.write(
        vertices,
        Files.readAllLines(vertices).stream()
            .map(line -> line.replaceFirst("(\\d)[.](\\d{3})[^,]*$", "$1$2"))
            .toList());
    JobResult result =
        client.run(JobFile.parse(job, folder), Duration.ofSeconds(1), listener, Cancellation.NEVER);
    assertThat(read).contains("vertices.csv", "edges.tsv");
    assertThat(phases).contains("send", "done");
    assertThat(warnings)
        .containsExactly(
            "Features of vertex: far larger than other columns or than 1, set source.normalize:"
                + " standardize: f4.");
    assertThat(epochs[0]).isEqualTo(8);
    assertThat(result.graph().vertices()).isEqualTo(CsvGraph.VERTICES);
    assertThat(client.predictions("rings", "rings-sage").get("v17").label()).startsWith("ring-");
  }

  /** The command and the client hold out the same edges, and learn the same from the others. */
  @Test
  void heldOutEdgesAreThoseOfTheCommand() throws IOException {
    String[] changes = {
      "task.type=links", "task.heldOut=0.2", "training.epochs=2", "task.split=null"
    };
    JobResult result = run(changes);
    assertThat(result.graph().heldOutEdges()).isPositive();
    Path report = folder.resolve("report.json");
    String command = "train %s --connect %s --json %s --set graph.name=again";
    for (String change : changes) {
      command += " --set " + change;
    }
    CommandRun.succeeds(
        command.formatted(folder.resolve("job.yaml"), cluster.address(0), report).split(" "));
    GraphInfo again =
        client.graphs().stream().filter(graph -> graph.name().equals("again")).findAny().get();
    assertThat(again.heldOutEdges()).isEqualTo(result.graph().heldOutEdges());
    for (EpochInfo epoch : result.epochs()) {
      assertThat(Files.readString(report)).contains("\"loss\" : " + epoch.loss());
    }
  }

  @Test
  void theCutOfAnotherToolComesAlong() throws IOException {
    written();
    StringBuilder cut = new StringBuilder("source,destination,partition\n");
    for (String line : Files.readAllLines(folder.resolve("data/edges.tsv"))) {
      if (!line.startsWith("#")) {
        String[] ends = line.split("\t");
        cut.append("%s,%s,%d%n".formatted(ends[0], ends[1], ends[0].hashCode() & 3));
      }
    }
    Files.writeString(folder.resolve("data/cut.csv"), cut);
    JobResult result =
        run(
            "graph={name: cut, partitions: 4, partitioner: file,"
                + " partitionerOptions: {edges: cut.csv}, dropDuplicates: true}",
            "training.epochs=1");
    assertThat(result.graph().partitioner()).isEqualTo("file");
  }

  @Test
  void slicesAndPairsComeAlong() throws IOException {
    run("graph.name=whole", "training.epochs=2");
    Map<String, byte[]> slices = client.model("whole", "rings-sage", ModelForm.SLICES);
    Path exported = Files.createDirectories(folder.resolve("slices"));
    for (Map.Entry<String, byte[]> file : slices.entrySet()) {
      Files.write(exported.resolve(file.getKey()), file.getValue());
    }
    JobResult sliced =
        client.run(
            JobFile.parse(
                "{name: sliced, graph: {name: whole}, job: infer, inference: {slices: slices}}",
                folder),
            state -> {},
            Cancellation.NEVER);
    assertThat(sliced.publications()).containsKey("predictions");

    Files.writeString(folder.resolve("pairs.csv"), "source,destination\nv1,v4\nv1,v7\n");
    client.run(
        JobFile.parse(
            "{name: pairs, graph: {name: whole}, model: {hidden: 8},"
                + " job: infer, inference: {model: rings-sage, edgeFile: pairs.csv}}",
            folder),
        state -> {},
        Cancellation.NEVER);
    assertThat(client.scores("whole", "pairs").get(new EdgeKey("v1", "v4"))).isNotNull();
  }

  @Test
  void additionsGoToTheGraphThatIsThere() throws IOException {
    run("graph.name=grown", "training.epochs=1");
    Files.writeString(folder.resolve("more.csv"), "id,ring,f1,f2,f3,f4\nnew,ring-1,0,0,0,0\n");
    Files.writeString(folder.resolve("edges.csv"), "new,v1\n");
    JobResult result =
        client.run(
            JobFile.parse(
                """
                name: grown
                source:
                  type: csv
                  data: .
                  keys: string
                  vertices: {file: more.csv, key: id, label: ring, features: ['f*']}
                  edges: {file: edges.csv, header: false}
                graph: {name: grown, add: true, partitions: 6, symmetrize: true, dropDuplicates: true}
                model: {hidden: 8}
                training: {epochs: 1, baseline: false}
                task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
                """,
                folder),
            state -> {},
            Cancellation.NEVER);
    assertThat(result.graph().vertices()).isEqualTo(CsvGraph.VERTICES + 1);
  }

  @Test
  void nothingStaysOfALoadThatIsCancelled() throws IOException {
    AtomicBoolean stop = new AtomicBoolean();
    JobListener listener =
        new JobListener() {
          @Override
          public void load(LoadProgress progress) {
            stop.set(true);
          }

          @Override
          public void state(JobState state) {
            throw new AssertionError("the job began");
          }
        };
    JobFile job = JobFile.read(written(), null, List.of("graph.name=never"));
    assertThatThrownBy(() -> client.run(job, listener, stop::get))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
    assertThat(client.graphs()).extracting(GraphInfo::name).doesNotContain("never");
  }

  @Test
  void aSourceThatNobodyReadsIsRefused() throws IOException {
    String text = Files.readString(written());
    for (Runnable call : List.<Runnable>of(() -> client.submit(text), () -> client.check(text))) {
      assertThatThrownBy(call::run)
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("SOURCE_UNREAD"))
          .hasMessage(
              "source: a node reads no source, so job rings-sage would run on graph rings as it is"
                  + " in the cluster; GraphemberClient.run(JobFile.read(path), ...) loads and"
                  + " runs, or leave source out.");
    }
  }
}
