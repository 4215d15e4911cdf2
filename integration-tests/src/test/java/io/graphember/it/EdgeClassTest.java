// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Prediction;
import io.graphember.config.SettingsDocument;
import io.graphember.it.BlockModelEmbedding.Bits;
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
 * Edges are classified from a job file. An account has a kind that only the coins it points at
 * show; a payment between two accounts of one kind is inner, from a smaller kind to a larger one
 * up, else down.
 */
class EdgeClassTest {
  private static final int ACCOUNTS = 240;
  private static final int KINDS = 3;

  @TempDir private Path folder;

  private static int draw(long key, int counter, int bound) {
    return CounterRandom.bounded(CounterRandom.bits(key, counter), bound);
  }

  private JobSettings job(String... assignments) throws IOException {
    StringBuilder vertices = new StringBuilder("id,a,b,c\n");
    StringBuilder edges = new StringBuilder("from,to,amount,direction\n");
    for (int v = 0; v < ACCOUNTS; v++) {
      final int kind = v % KINDS;
      vertices.append("%d,0,0,0%n".formatted(v));
      final int coin = ACCOUNTS + v;
      vertices.append(
          "%d,%d,%d,%d%n".formatted(coin, kind == 0 ? 1 : 0, kind == 1 ? 1 : 0, kind == 2 ? 1 : 0));
      edges.append("%d,%d,1,%n".formatted(coin, v));
      for (int i = 0; i < 4; i++) {
        final int other = draw(5, 4 * v + i, ACCOUNTS);
        final int step = other % KINDS - kind;
        if (other != v) {
          edges.append(
              "%d,%d,%d,%s%n"
                  .formatted(
                      v,
                      other,
                      draw(6, 4 * v + i, 9),
                      step == 0 ? "inner" : step > 0 ? "up" : "down"));
        }
      }
    }
    Files.writeString(folder.resolve("vertices.csv"), vertices);
    Files.writeString(folder.resolve("edges.csv"), edges);
    return Jobs.parse(
        """
        name: payments
        source:
          type: csv
          data: %s
          vertices: {file: vertices.csv, key: id, features: [a, b, c]}
          edges: {file: edges.csv, source: from, destination: to, label: direction, features: [amount]}
        graph: {name: payments, partitions: 4}
        model: {layers: 1, hidden: 16, inputDropout: 0, hiddenDropout: 0}
        training: {epochs: 40, batchSize: 128, learningRate: 0.02, trainers: 2}
        task: {type: edge-classes, validation: 0.1, test: 0.3}
        """
            .formatted(folder),
        assignments);
  }

  @Test
  void classesOfEdgesAreLearnedFromNeighborsAlone() throws IOException {
    JobSettings job = job();
    List<Bits> bits = new ArrayList<>();
    for (int nodes : new int[] {1, 3}) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        GraphInfo.Edges edges = Jobs.load(client, job).edgeTypes().get(0);
        assertThat(edges.classNames()).containsExactlyInAnyOrder("inner", "up", "down");
        assertThat(edges.featureDim()).isEqualTo(1);
        JobResult result = Jobs.run(client, job);
        bits.add(Bits.of(cluster, client, result));
        assertThat(result.publications()).containsOnlyKeys("embeddings");
        assertThat(result.test().vertices()).isPositive();
        assertThat(result.test().accuracy()).isGreaterThan(0.95);
        assertThat(result.test().macroF1()).isGreaterThan(0.95);
        assertThat(result.test().validation()).isGreaterThan(0.95);
        assertThat(result.test().baseline()).isBetween(0.2, 0.5); // chance is a third
        for (int i = 0; i < nodes; i++) {
          assertThat(cluster.parts(i).budget().takenBytes()).isZero();
        }
      }
    }
    assertThat(bits.get(1)).isEqualTo(bits.get(0));
  }

  @Test
  void theMemoryOfTheEngineIsEstimated() throws IOException {
    Path file = folder.resolve("job.yaml");
    Files.writeString(file, SettingsDocument.toJson(job()));
    assertThat(CommandRun.succeeds("estimate", file.toString()))
        .contains("of native memory budget for each trainer");
  }

  @Test
  void classesAreCarriedOverToTheNextVersion() throws IOException {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job());
      JobSettings more = job("graph.add=true");
      Files.writeString(folder.resolve("vertices.csv"), "id,a,b,c\n9999,0,0,0\n");
      Files.writeString(folder.resolve("edges.csv"), "from,to,amount,direction\n0,1,5,up\n");
      assertThatThrownBy(() -> Jobs.load(client, more))
          .hasMessageContaining("labels of edges of type edge");
      job("graph.add=true"); // writes all edges again
      GraphInfo both = Jobs.load(client, more);
      assertThat(both.edgeTypes().get(0).classNames()).hasSize(3);
      assertThat(Jobs.run(client, job()).test().accuracy()).isGreaterThan(0.95);
    }
  }

  /** Where nothing but the class itself tells the class, a model that sees edges is at chance. */
  @Test
  void theClassIsNotSeenAsAnAttribute() throws IOException {
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      JobSettings job =
          job("model={type: gat-e, layers: 1, hidden: 16, heads: 1}", "training.baseline=false");
      StringBuilder edges = new StringBuilder("from,to,amount,direction\n");
      for (int e = 0; e < 1500; e++) {
        edges.append(
            "%d,%d,1,%s%n"
                .formatted(
                    draw(1, e, ACCOUNTS), draw(2, e, ACCOUNTS), draw(3, e, 2) == 0 ? "x" : "y"));
      }
      Files.writeString(folder.resolve("edges.csv"), edges);
      Jobs.load(client, job);
      // About 450 edges at chance: four standard deviations are 0.1.
      assertThat(Jobs.run(client, job).test().accuracy()).isBetween(0.4, 0.6);
    }
  }

  /**
   * Users like what is of their own kind; what they buy is cheap or dear, by the kind of the item.
   */
  private JobSettings tastes(String... assignments) throws IOException {
    StringBuilder users = new StringBuilder("id,a,b,c\n");
    StringBuilder items = new StringBuilder("id,a,b,c\n");
    StringBuilder likes = new StringBuilder("user,item,day,taste\n");
    StringBuilder buys = new StringBuilder("user,item,price\n");
    for (int v = 0; v < ACCOUNTS; v++) {
      final String row =
          "%d,%d,%d,%d%n".formatted(v, v % 3 == 0 ? 1 : 0, v % 3 == 1 ? 1 : 0, v % 3 == 2 ? 1 : 0);
      users.append(row);
      items.append(row);
      for (int i = 0; i < 6; i++) {
        final int item = draw(7, 6 * v + i, ACCOUNTS);
        final boolean known = draw(8, 6 * v + i, 5) > 0;
        final String taste = item % KINDS == v % KINDS ? "good" : "bad";
        likes.append("%d,%d,%d,%s%n".formatted(v, item, i, known ? taste : ""));
        buys.append("%d,%d,%s%n".formatted(v, item, item % KINDS == 0 ? "cheap" : "dear"));
      }
    }
    Files.writeString(folder.resolve("users.csv"), users);
    Files.writeString(folder.resolve("items.csv"), items);
    Files.writeString(folder.resolve("likes.csv"), likes);
    Files.writeString(folder.resolve("buys.csv"), buys);
    return Jobs.parse(
        """
        name: tastes
        source:
          type: csv
          data: %s
          vertexTypes:
            - {name: user, file: users.csv, key: id, features: [a, b, c]}
            - {name: item, file: items.csv, key: id, features: [a, b, c]}
          edgeTypes:
            - {name: likes, from: user, to: item, file: likes.csv, label: taste, features: [day]}
            - {name: buys, from: user, to: item, file: buys.csv, label: price}
        graph: {name: tastes, partitions: 4, symmetrize: true}
        model: {type: rgcn, layers: 1, hidden: 16, inputDropout: 0, hiddenDropout: 0}
        training: {epochs: 40, batchSize: 128, fanouts: [5], learningRate: 0.02, trainers: 2}
        task: {type: edge-classes, validation: 0.1, test: 0.3}
        """
            .formatted(folder),
        assignments);
  }

  /**
   * Edges between two vertex types, of one of several edge types; vertices of both are embedded.
   */
  @Test
  void classesOfAnEdgeTypeAreLearned() throws IOException {
    List<Bits> bits = new ArrayList<>();
    for (int nodes : new int[] {1, 3}) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        GraphInfo graph = Jobs.load(client, tastes());
        assertThat(graph.edgeTypes())
            .extracting(type -> type.name() + type.classNames() + type.featureDim())
            .containsExactly(
                "likes[good, bad]1",
                "buys[cheap, dear]0",
                "likes_reverse[good, bad]1",
                "buys_reverse[cheap, dear]0");
        JobResult likes = Jobs.run(client, tastes());
        bits.add(Bits.of(cluster, client, likes));
        assertThat(likes.publications()).containsOnlyKeys("embeddings.user", "embeddings.item");
        assertThat(likes.test().accuracy()).isGreaterThan(0.95);
        // Of 1,440 edges a fifth has no class, and 0.3 of the others are for the test.
        assertThat(likes.test().vertices()).isBetween(250L, 450L);
        assertEveryEdgeIsClassified(client);
        assertExported(cluster);
        JobResult buys = Jobs.run(client, tastes("task.edgeType=buys"));
        assertThat(buys.test().accuracy()).isGreaterThan(0.95);
        assertThatThrownBy(
                () ->
                    Jobs.run(
                        client,
                        tastes("name=found", "inference={model: tastes, edges: all}")
                            .withoutSource()))
            .hasMessage(
                "inference.model = tastes: that job has learned to predict edges of type buys, this one asks about those of type likes.");
        assertThatThrownBy(() -> Jobs.run(client, tastes("task.edgeType=likess")))
            .hasMessage(
                "task.edgeType names likess: the graph has the edge types likes, buys, likes_reverse, buys_reverse; did you mean likes?");
      }
    }
    assertThat(bits.get(1)).isEqualTo(bits.get(0));
  }

  /** Those whose class was not known too. */
  private void assertEveryEdgeIsClassified(GraphemberClient client) throws IOException {
    JobResult result =
        Jobs.run(
            client, tastes("name=found", "inference={model: tastes, edges: all}").withoutSource());
    assertThat(result.publications().get("edge-classes").others().vertexType()).isEqualTo("item");
    Map<Object, Prediction> found = new HashMap<>();
    client.edgeClasses("tastes", "found").forEach(found::put);
    Map<Object, String> expected = new HashMap<>();
    for (String line : Files.readAllLines(folder.resolve("likes.csv"))) {
      if (!line.startsWith("user")) {
        String[] edge = line.split(",");
        final long user = Long.parseLong(edge[0]);
        final long item = Long.parseLong(edge[1]);
        expected.put(new EdgeKey(user, item), user % KINDS == item % KINDS ? "good" : "bad");
      }
    }
    assertThat(found).containsOnlyKeys(expected.keySet());
    final long right =
        expected.entrySet().stream()
            .filter(edge -> found.get(edge.getKey()).label().equals(edge.getValue()))
            .count();
    assertThat(right).isGreaterThan(found.size() * 95L / 100);
    found
        .values()
        .forEach(
            p ->
                assertThat(p.probabilities()[0] + p.probabilities()[1])
                    .isCloseTo(1, within(1e-5f)));
  }

  private void assertExported(TestCluster cluster) throws IOException {
    CommandRun.succeeds(
        "export",
        "tastes",
        "found",
        "--kind",
        "edge-classes",
        "--to",
        folder.toString(),
        "--overwrite",
        "--connect",
        cluster.address(0));
    assertThat(Files.readAllLines(folder.resolve("edge-classes.csv")))
        .startsWith("source,destination,label,class,p0,p1")
        .anyMatch(line -> line.matches("\\d+,\\d+,good,0,0[.]\\d+,.*"))
        .anyMatch(line -> line.matches("\\d+,\\d+,bad,1,.*"));
  }

  @Test
  void edgesWithoutClassesAreRefused() throws IOException {
    JobSettings job = job("source.edges.label=null");
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      assertThatThrownBy(() -> Jobs.run(client, job))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(TrainingError.TASK_UNFIT)).isTrue())
          .hasMessage(
              "Edges of type edge of graph payments have no classes: task.type: edge-classes needs at least 2, from label of the edges in the source.");
    }
  }
}
