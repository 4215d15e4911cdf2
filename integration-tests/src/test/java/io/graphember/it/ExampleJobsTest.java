// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.CounterRandom;
import io.graphember.testkit.data.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every shipped job runs from its file to its report by the command that it names, with settings
 * that make it short, on one node. What it is good for is shown elsewhere.
 */
class ExampleJobsTest {
  private static final Path JOBS = Path.of("../examples/jobs");
  private static final String[] MODEL = {
    "training.epochs=1",
    "training.baseline=false",
    "training.fanouts=[2, 2]",
    "training.evaluationFanouts=[2, 2]",
    "model.hidden=8",
    "model.learnableDim=8"
  };

  @TempDir private static Path folder;
  private static TestCluster cluster;

  /**
   * A job.
   *
   * @param data folder of a graph that others have made, or of files that this test writes
   * @param settings what is set beside {@link #MODEL} or instead of it
   */
  private record Example(String command, String job, String data, List<String> settings) {
    static Example train(String job, String data, String... settings) {
      return new Example(
          "train", job, data, Stream.concat(Stream.of(MODEL), Stream.of(settings)).toList());
    }

    /** Whose batches take all edges. */
    static Example wide(String job, String data) {
      return new Example(
          "train",
          job,
          data,
          List.of("training.epochs=1", "training.baseline=false", "model.hidden=8"));
    }

    /** By a model that an example before it has trained. */
    static Example infer(String job, String data) {
      return new Example("infer", job, data, List.of("model.hidden=8", "model.learnableDim=8"));
    }

    static Example embed(String job, String... settings) {
      return new Example("embed", job, "blogcatalog", List.of(settings));
    }

    /** Triples of which a few are ranked. */
    static Example facts(String method) {
      return new Example(
          "embed",
          "fb15k-237-" + method,
          "fb15k-237",
          List.of("embedding.dim=8", "embedding.epochs=1", "embedding.ranked=100"));
    }

    @Override
    public String toString() {
      return job;
    }
  }

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** Of a large graph most edges are left out or for validation, so that an epoch is short. */
  static List<Example> examples() {
    return List.of(
        Example.train("demo", "", "source.vertices=600"),
        Example.train("cora-gcn", "cora"),
        Example.wide("cora-gcn-global", "cora"),
        Example.train("cora-sage", "cora"),
        Example.train("cora-gat", "cora"),
        Example.train("amazon-photo-sage", "amazon-photo"),
        Example.wide("amazon-photo-gcn", "amazon-photo"),
        Example.train(
            "amazon-photo-links", "amazon-photo", "task.heldOut=0.9", "task.rankedAgainst=2"),
        Example.train("dblp-rgcn", "dblp"),
        Example.train(
            "dblp-links", "dblp", "task.heldOut=0.9", "task.rankedAgainst=2", "task.negatives=1"),
        Example.infer("dblp-candidates", "dblp"),
        Example.train(
            "blogcatalog-sage",
            "blogcatalog",
            "training.batchSize=4096",
            "task.negatives=1",
            "task.validation=0.5",
            "task.evaluation.heldOut=0.9",
            "task.evaluation.repeats=1"),
        Example.embed(
            "blogcatalog-deepwalk",
            "embedding.dim=8",
            "embedding.epochs=1",
            "embedding.walkLength=5",
            "embedding.window=2",
            "embedding.evaluation.repeats=1"),
        Example.embed(
            "blogcatalog-line",
            "embedding.dim=8",
            "embedding.epochs=1",
            "embedding.evaluation.repeats=1",
            "embedding.evaluation.shares=[0.5]"),
        Example.facts("transe"),
        Example.facts("distmult"),
        Example.facts("complex"),
        Example.facts("rotate"),
        Example.train("papers-topics", "papers"),
        Example.train("payments-kinds", "payments"),
        Example.train("shops-regression", "shops"),
        Example.train("pages", "pages"),
        Example.train("films", "films", "name=films-final", "task.rankedAgainst=2"),
        Example.infer("films-candidates", "films"),
        Example.train("films-stars", "films"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void runs(Example example) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(example.command(), file(example.job())));
    if (!example.data().isEmpty()) {
      final String data = data(example.data()).toString();
      arguments.addAll(example.command().equals("infer") ? List.of() : List.of("--data", data));
    }
    example.settings().forEach(setting -> arguments.addAll(List.of("--set", setting)));
    assertThat(run(arguments)).contains("Published  ");
  }

  /** A model that another job has trained takes the place of one from elsewhere. */
  @Test
  void runsSlices() {
    List<String> training =
        new ArrayList<>(
            List.of("train", file("demo"), "--set", "graph.name=papers", "--set", "name=trained"));
    Stream.of(MODEL).forEach(setting -> training.addAll(List.of("--set", setting)));
    run(training);
    final String slices = folder.resolve("slices").toString();
    run(List.of("export", "papers", "trained", "--model", "slices", "--to", slices));
    assertThat(run(List.of("infer", file("papers-slices"), "--set", "inference.slices=" + slices)))
        .contains("Published  ");
  }

  @Test
  void noneIsForgotten() throws IOException {
    try (Stream<Path> files = Files.list(JOBS)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".yaml", "")))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(
                      examples().stream().map(Example::job),
                      Stream.of("papers-slices", "transactions", "fraud", "all-settings"))
                  .toList());
    }
  }

  private static String file(String job) {
    return JOBS.resolve(job + ".yaml").toString();
  }

  private static String run(List<String> arguments) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("--connect", cluster.address(0)));
    return CommandRun.succeeds(all.toArray(String[]::new));
  }

  private static Path data(String name) throws IOException {
    Path written = folder.resolve(name);
    switch (name) {
      case "papers" -> {
        write(written, "papers.csv", "id,topics,w1,w2", v -> v + ",t" + v % 3 + ";t4,1," + v % 7);
        write(written, "citations.csv", "a,b", v -> v + "," + draw(v));
      }
      case "payments" -> {
        write(written, "accounts.csv", "id,age,balance", v -> v + "," + v % 50 + "," + v % 9);
        write(
            written,
            "payments.csv",
            "from,to,kind,amount",
            v -> v + "," + draw(v) + "," + (v % 4 == 0 ? "" : "k" + v % 3) + "," + v % 10);
      }
      case "pages" -> {
        write(written, "pages.csv", "page,topic,words", v -> v + ",t" + v % 3 + "," + v + " 7");
        write(written, "links.csv", "from,to", v -> v + "," + draw(v));
      }
      case "films" -> {
        write(written, "users.csv", "user,age,occupation", v -> v + "," + v % 50 + ",o" + v % 3);
        write(written, "films.csv", "film,year,genres", v -> v + "," + (1950 + v % 9) + ",a|b");
        write(written, "ratings.csv", "user,film,rated", v -> v + "," + draw(v) + ",2024-01-31");
        write(written, "stars.csv", "user,film,stars", v -> v + "," + draw(v) + "," + v % 5);
      }
      case "shops" -> {
        write(written, "shops.csv", "id,turnover,staff,area,age", ExampleJobsTest::shop);
        write(written, "neighbours.csv", "a,b", v -> v + "," + draw(v));
      }
      default -> {
        return RealData.folder(name);
      }
    }
    return written;
  }

  /** Of every fifth nothing is known but where it is. */
  private static String shop(int v) {
    return "%d,%s,%s,%d,%d"
        .formatted(v, v % 5 == 0 ? "" : 1 + v % 3, v % 5 == 0 ? "" : v % 2, v % 7, v % 11);
  }

  private static int draw(int v) {
    return CounterRandom.bounded(CounterRandom.bits(1, v), 200);
  }

  private interface Line {
    String of(int vertex);
  }

  private static void write(Path to, String file, String header, Line line) throws IOException {
    List<String> lines = new ArrayList<>(List.of(header));
    for (int v = 0; v < 200; v++) {
      lines.add(line.of(v));
    }
    Files.createDirectories(to);
    Files.write(to.resolve(file), lines);
  }
}
