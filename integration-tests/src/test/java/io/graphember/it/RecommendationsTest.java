// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.it.docs.Pages;
import io.graphember.spi.CounterRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page on recommendations, step by step, on two nodes. */
class RecommendationsTest {
  private static final String PAGE = "docs/user/recommendations.md";
  private static final int USERS = 120;
  private static final int FILMS = 90;
  private static final int GROUPS = 5;
  private static final int RATINGS = 10;

  @TempDir private Path folder;

  @Test
  void noCandidateIsWhatAUserHasRated() throws IOException {
    final Set<List<Long>> rated = write(folder.resolve("data/films"), 0);
    final List<String> jobs = Pages.samples(PAGE, "yaml");
    final Path train = Files.writeString(folder.resolve("films.yaml"), jobs.get(0));
    final Path infer = Files.writeString(folder.resolve("films-candidates.yaml"), jobs.get(1));
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      final String[] trial = {"train", train.toString(), "--connect", cluster.address(0)};
      assertThat(CommandRun.succeeds(trial))
          .contains("MRR", "edges held out, to be predicted")
          .containsPattern("film +%d  integer +2 ".formatted(FILMS));
      final GraphInfo tested = graph(client);
      assertThat(tested.heldOutEdges()).isBetween(rated.size() / 20L, rated.size() / 5L);
      assertThat(tested.edges()).isEqualTo(2 * (rated.size() - tested.heldOutEdges()));

      final Path json = folder.resolve("films.json");
      final String shown =
          CommandRun.succeeds(
              "graph", "films", "--connect", cluster.address(0), "--json", json.toString());
      assertThat(shown)
          .contains("Held out    " + tested.heldOutEdges() + " edges")
          .containsPattern("film +%d  integer +2 ".formatted(FILMS));
      assertThat(Files.readString(json))
          .contains("\"heldOutEdges\" : " + tested.heldOutEdges(), "\"features\" : 2");

      final String[] candidates = {"infer", infer.toString(), "--connect", cluster.address(0)};
      CommandRun.succeeds(with(candidates, "--set", "inference.model=films-trial"));
      assertNews(client, rated);

      CommandRun.succeeds(with(trial, "--set", "name=films-final", "--set", "task.heldOut=0"));
      assertThat(graph(client).heldOutEdges()).isZero();
      assertThat(graph(client).edges()).isEqualTo(2L * rated.size());
      CommandRun.succeeds(
          with(candidates, "--export", folder.resolve("out").toString(), "--format", "csv"));
      assertNews(client, rated);
      assertThat(folder.resolve("out")).isNotEmptyDirectory();
    }
  }

  /** Ratings that are added, some of them held out in turn, are known too. */
  @Test
  void whatIsAddedIsKnownToo() throws IOException {
    final Set<List<Long>> rated = write(folder.resolve("data/films"), 0);
    final List<String> jobs = Pages.samples(PAGE, "yaml");
    final Path train = Files.writeString(folder.resolve("films.yaml"), jobs.get(0));
    final Path infer = Files.writeString(folder.resolve("films-candidates.yaml"), jobs.get(1));
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      final String[] trial = {"train", train.toString(), "--connect", cluster.address(0)};
      CommandRun.succeeds(with(trial, "--set", "training.epochs=1"));
      final long before = graph(client).heldOutEdges();
      rated.addAll(write(folder.resolve("data/films"), 1));
      final String out =
          CommandRun.succeeds(
              with(
                  trial,
                  "--set",
                  "graph.add=true",
                  "--set",
                  "name=films-final",
                  "--set",
                  "training.epochs=1"));
      assertThat(out).contains("MRR");
      assertThat(graph(client).heldOutEdges()).isGreaterThan(before);
      CommandRun.succeeds("infer", infer.toString(), "--connect", cluster.address(0));
      assertNews(client, rated);
    }
  }

  private static GraphInfo graph(GraphemberClient client) {
    List<GraphInfo> graphs = client.graphs();
    return graphs.get(graphs.size() - 1);
  }

  private static void assertNews(GraphemberClient client, Set<List<Long>> rated) {
    Map<Long, Map<Object, Float>> all = new HashMap<>();
    client
        .candidates("films", "films-candidates")
        .forEach((user, films) -> all.put((Long) user, films));
    assertThat(all).hasSize(USERS);
    all.forEach(
        (user, films) -> {
          assertThat(films).hasSize(10);
          films
              .keySet()
              .forEach(film -> assertThat(rated).doesNotContain(List.of(user, (Long) film)));
        });
  }

  private static String[] with(String[] arguments, String... more) {
    return Stream.concat(Arrays.stream(arguments), Arrays.stream(more)).toArray(String[]::new);
  }

  /** Users rate films of their own group. */
  private static Set<List<Long>> write(Path data, long round) throws IOException {
    Files.createDirectories(data);
    StringBuilder users = new StringBuilder("user\n");
    StringBuilder films = new StringBuilder("film,g1,g2\n");
    StringBuilder ratings = new StringBuilder("user,film\n");
    Set<List<Long>> rated = new HashSet<>();
    for (long film = 0; film < FILMS; film++) {
      films.append("%d,%d,%d%n".formatted(film, film % GROUPS, film % 2));
    }
    for (long user = 0; user < USERS; user++) {
      users.append("%d%n".formatted(user));
      for (int i = 0; i < RATINGS; i++) {
        final long film =
            CounterRandom.bounded(CounterRandom.bits(round, user * RATINGS + i), FILMS / GROUPS)
                    * GROUPS
                + user % GROUPS;
        rated.add(List.of(user, film));
      }
    }
    rated.forEach(pair -> ratings.append("%d,%d%n".formatted(pair.get(0), pair.get(1))));
    Files.writeString(data.resolve("users.csv"), users);
    Files.writeString(data.resolve("films.csv"), films);
    Files.writeString(data.resolve("ratings.csv"), ratings);
    return rated;
  }
}
