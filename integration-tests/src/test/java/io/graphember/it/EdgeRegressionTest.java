// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.config.SettingsDocument;
import io.graphember.it.BlockModelEmbedding.Bits;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Numbers of edges are learned from a job file. Users rate films: how much a user praises and how
 * good a film is make the rating, and one more if the film is of the genre that the user likes. Of
 * every fifth rating nobody knows the number.
 */
class EdgeRegressionTest {
  private static final int USERS = 200;
  private static final int FILMS = 120;
  private static final int RATINGS = 8; // of a user

  @TempDir private Path folder;

  private static int draw(long key, int counter, int bound) {
    return CounterRandom.bounded(CounterRandom.bits(key, counter), bound);
  }

  private static double rating(int user, int film) {
    return 1 + draw(1, user, 3) + 0.5 * draw(2, film, 4) + (user % 2 == film % 2 ? 1 : 0);
  }

  private static int film(int user, int number) {
    return draw(3, RATINGS * user + number, FILMS);
  }

  private static boolean known(int user, int number) {
    return draw(4, RATINGS * user + number, 5) > 0;
  }

  private JobSettings ratings(String... assignments) throws IOException {
    StringBuilder users = new StringBuilder("id,praise,even,odd\n");
    StringBuilder films = new StringBuilder("id,good,even,odd\n");
    StringBuilder rates = new StringBuilder("user,film,day,stars\n");
    for (int user = 0; user < USERS; user++) {
      users.append("%d,%d,%d,%d%n".formatted(user, draw(1, user, 3), 1 - user % 2, user % 2));
      for (int i = 0; i < RATINGS; i++) {
        final int film = film(user, i);
        rates.append(
            "%d,%d,%d,%s%n".formatted(user, film, i, known(user, i) ? rating(user, film) : ""));
      }
    }
    for (int film = 0; film < FILMS; film++) {
      films.append("%d,%d,%d,%d%n".formatted(film, draw(2, film, 4), 1 - film % 2, film % 2));
    }
    Files.writeString(folder.resolve("users.csv"), users);
    Files.writeString(folder.resolve("films.csv"), films);
    Files.writeString(folder.resolve("ratings.csv"), rates);
    return Jobs.parse(
        """
        name: stars
        source:
          type: csv
          data: %s
          vertexTypes:
            - {name: user, file: users.csv, key: id, features: [praise, even, odd]}
            - {name: film, file: films.csv, key: id, features: [good, even, odd]}
          edgeTypes:
            - {name: rates, from: user, to: film, file: ratings.csv, target: stars, features: [day]}
        graph: {name: films, partitions: 4, symmetrize: true, dropDuplicates: true}
        model: {type: rgcn, layers: 1, hidden: 16, inputDropout: 0, hiddenDropout: 0}
        training: {epochs: 60, batchSize: 128, fanouts: [5], learningRate: 0.02, trainers: 2}
        task: {type: edge-regression, validation: 0.1, test: 0.3}
        """
            .formatted(folder),
        assignments);
  }

  @Test
  void numbersOfEdgesAreLearned() throws IOException {
    List<Bits> bits = new ArrayList<>();
    for (int nodes : new int[] {1, 2}) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        assertThat(Jobs.load(client, ratings()).edgeTypes())
            .extracting(type -> type.name() + type.target() + type.featureDim())
            .containsExactly("ratestrue1", "rates_reversetrue1");
        JobResult result = Jobs.run(client, ratings());
        bits.add(Bits.of(cluster, client, result));
        assertThat(result.publications()).containsOnlyKeys("embeddings.user", "embeddings.film");
        JobResult.Test test = result.test();
        assertThat(test.rmse()).isLessThan(0.2);
        assertThat(test.validation()).isLessThan(0.2).isPositive();
        assertThat(test.baseline()).isLessThan(0.2); // the features alone say all of it
        assertThat(test.accuracy()).isNull();
        assertThat(test.macroF1()).isNull();
        // Of 1,600 ratings a fifth is not known, and 0.3 of the others are for the test.
        assertThat(test.vertices()).isBetween(250L, 480L);
        assertEveryEdgeIsPredicted(client);
        assertPairsAreChosen(client);
        assertReported(cluster);
        for (int i = 0; i < nodes; i++) {
          assertThat(cluster.parts(i).budget().takenBytes()).isZero();
        }
      }
    }
    assertThat(bits.get(1)).isEqualTo(bits.get(0));
  }

  /** Those whose number was not known too. */
  private void assertEveryEdgeIsPredicted(GraphemberClient client) throws IOException {
    Jobs.run(client, ratings("name=found", "inference={model: stars, edges: all}").withoutSource());
    Map<Object, Float> found = new HashMap<>();
    client.scores("films", "found").forEach(found::put);
    Map<Object, Double> expected = new HashMap<>();
    for (int user = 0; user < USERS; user++) {
      for (int i = 0; i < RATINGS; i++) {
        final int film = film(user, i);
        expected.put(new EdgeKey((long) user, (long) film), rating(user, film));
      }
    }
    assertThat(found).containsOnlyKeys(expected.keySet());
    double squares = 0;
    for (Map.Entry<Object, Double> edge : expected.entrySet()) {
      squares += Math.pow(found.get(edge.getKey()) - edge.getValue(), 2);
    }
    assertThat(Math.sqrt(squares / expected.size())).isLessThan(0.2);
  }

  /** Of a file, and those with the largest numbers. */
  private void assertPairsAreChosen(GraphemberClient client) throws IOException {
    Files.writeString(folder.resolve("pairs.csv"), "source,destination\n0,1\n7,9\n");
    JobSettings asking = ratings("name=asked", "inference={model: stars, edgeFile: pairs.csv}");
    client.run(new JobFile(asking.withoutSource(), folder), state -> {}, Cancellation.NEVER);
    PublishedTable<Float> asked = client.scores("films", "asked");
    assertThat(asked.publication().entries()).isEqualTo(2);
    assertThat(asked.get(new EdgeKey(7L, 9L))).isCloseTo((float) rating(7, 9), within(0.5f));
    Jobs.run(
        client,
        ratings("name=best", "inference={model: stars, candidates: 3, excludeNeighbors: false}")
            .withoutSource());
    client
        .candidates("films", "best")
        .get(5L)
        .forEach(
            (film, stars) -> {
              assertThat(draw(2, ((Long) film).intValue(), 4)).isEqualTo(3); // the best ones
              assertThat(stars)
                  .isCloseTo((float) rating(5, ((Long) film).intValue()), within(0.5f));
            });
  }

  private void assertReported(TestCluster cluster) throws IOException {
    Path json = folder.resolve("report.json");
    final String out =
        CommandRun.succeeds(
            "train",
            write(ratings()).toString(),
            "--json",
            json.toString(),
            "--connect",
            cluster.address(0));
    assertThat(out).containsPattern("Test +RMSE 0[.]\\d+ on \\d+ edges; features alone 0[.]\\d+");
    assertThat(Files.readString(json)).contains("\"rmse\"").contains("\"target\"");
    assertThat(CommandRun.succeeds("estimate", folder.resolve("job.yaml").toString()))
        .contains("1,600 edges")
        .contains("of native memory budget for each trainer");
  }

  private Path write(JobSettings job) throws IOException {
    return Files.writeString(folder.resolve("job.yaml"), SettingsDocument.toJson(job));
  }

  /** Edges of which nobody knows a number are no zeros, and what is known is kept. */
  @Test
  void aKnownNumberGoesBeforeOneThatIsNot() throws IOException {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      JobSettings job = ratings();
      StringBuilder twice = new StringBuilder("user,film,day,stars\n");
      for (int user = 0; user < USERS; user++) {
        for (int i = 0; i < RATINGS; i++) {
          final int film = film(user, i);
          twice.append("%d,%d,0,%s%n".formatted(user, film, rating(user, film)));
          twice.append("%d,%d,1,%s%n".formatted(user, film, i % 2 == 0 ? "" : "nan"));
        }
      }
      Files.writeString(folder.resolve("ratings.csv"), twice);
      GraphInfo graph = Jobs.load(client, job);
      assertThat(graph.edges()).isLessThanOrEqualTo(2L * USERS * RATINGS);
      JobResult.Test test = Jobs.run(client, job).test();
      assertThat(test.rmse()).isLessThan(0.2);
      assertThat(test.vertices()).isGreaterThan(400);
    }
  }

  @Test
  void whatCannotBeLearnedIsRefused() throws IOException {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      JobSettings bare =
          ratings(
              "source.edgeTypes=[{name: rates, from: user, to: film, file: ratings.csv, features: [day]}]");
      Jobs.load(client, bare);
      assertThatThrownBy(() -> Jobs.run(client, bare))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(TrainingError.TASK_UNFIT)).isTrue())
          .hasMessage(
              "Edges of type rates of graph films have no numbers: task.type: edge-regression needs them, from target of the edges in the source.");
      JobSettings job = ratings();
      Files.writeString(
          folder.resolve("ratings.csv"), "user,film,day,stars\n0,1,0,\n1,2,0,nan\n2,3,0,\n");
      Jobs.load(client, job);
      assertThatThrownBy(() -> Jobs.run(client, job))
          .hasMessage(
              "No edge to train on: none that epoch 1 has drawn has a label that is known; look at the column in the source, or lower task.validation and task.test.");
      for (String wrong : List.of("many", "inf", "1e99")) {
        Files.writeString(folder.resolve("ratings.csv"), "user,film,day,stars\n1,2,0," + wrong);
        assertThatThrownBy(() -> Jobs.load(client, job))
            .hasMessageEndingWith(
                "ratings.csv:2: column 4 (stars) is %s; it must be a finite number."
                    .formatted(wrong));
      }
    }
  }
}
