// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.NodeError;
import io.graphember.ingest.EdgePiece;
import io.graphember.ingest.KeyColumn;
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
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models that look at types of vertices and edges, at features of edges, and learn rows. */
class TypedModelTest {
  private static final int AUTHORS = 240;
  private static final int PAPERS = 480;
  private static final int GROUPS = 3;

  @TempDir private Path folder;

  private static int below(long key, long counter, int bound) {
    return CounterRandom.bounded(CounterRandom.bits(key, counter), bound);
  }

  /** Authors of three groups, who have no features, write papers, most of them on their own. */
  private JobSettings authors(String... assignments) throws IOException {
    StringBuilder authors = new StringBuilder("id,group\n");
    StringBuilder papers = new StringBuilder("id,x,y\n");
    StringBuilder writes = new StringBuilder("author,paper\n");
    for (int a = 0; a < AUTHORS; a++) {
      authors.append("%d,g%d%n".formatted(a, a % GROUPS));
    }
    for (int p = 0; p < PAPERS; p++) {
      papers.append("%d,%d,%d%n".formatted(p, below(1, p, 10), below(2, p, 10)));
      final int group = p % GROUPS;
      for (int i = 0; i < 4; i++) {
        final boolean stranger = below(3, 4L * p + i, 8) == 0;
        final int author = below(4, 4L * p + i, AUTHORS / GROUPS) * GROUPS;
        writes.append("%d,%d%n".formatted(author + (stranger ? (group + 1) % GROUPS : group), p));
      }
    }
    Files.writeString(folder.resolve("authors.csv"), authors);
    Files.writeString(folder.resolve("papers.csv"), papers);
    Files.writeString(folder.resolve("writes.csv"), writes);
    return Jobs.parse(
        """
        name: groups
        source:
          format: csv
          data: %s
          vertexTypes:
            - {name: paper, file: papers.csv, key: id, features: [x, y]}
            - {name: author, file: authors.csv, key: id, label: group}
          edgeTypes:
            - {name: writes, from: author, to: paper, file: writes.csv, source: author, destination: paper}
        graph: {name: groups, partitions: 6, symmetrize: true, dropDuplicates: true}
        model: {type: rgcn, hidden: 8, heads: 2, learnedDim: 6, inputDropout: 0, hiddenDropout: 0.2}
        training:
          epochs: 12
          batchSize: 16
          fanouts: [6, 6]
          learningRate: 0.02
          trainers: 2
          split: {train: 0.5, valid: 0.2, test: 0.3}
        """
            .formatted(folder),
        assignments);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rgcn", "hgt"})
  void rowsAreLearnedWithTheModelAndTheBitsDoNotDependOnTheNodes(String model) throws IOException {
    JobSettings job = authors("model.type=" + model, "training.evaluationFanouts=[all]");
    List<Outcome> outcomes = new ArrayList<>();
    List<Outcome> inferred = new ArrayList<>();
    List<Bits> linked = new ArrayList<>();
    for (int nodes : new int[] {1, 3}) {
      try (TestCluster cluster = TestCluster.start(nodes);
          GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        outcomes.add(Outcome.run(cluster, client, job));
        inferred.add(Outcome.run(cluster, client, inference(model)));
        linked.add(links(cluster, client, model));
        for (int i = 0; i < nodes; i++) {
          assertThat(cluster.parts(i).budget().takenBytes()).isZero();
        }
      }
    }
    Outcome first = outcomes.get(0);
    assertThat(first.probabilities()).hasSize(AUTHORS);
    assertThat(first.validation()).anyMatch(accuracy -> accuracy > 0.8); // chance is a third
    assertThat(outcomes.get(1)).isEqualTo(first);
    assertThat(inferred.get(1)).isEqualTo(inferred.get(0));
    assertThat(linked.get(1)).isEqualTo(linked.get(0));
    assertThat(linked.get(0).vertices()).isEqualTo(AUTHORS);
    assertThat(inferred.get(0).probabilities()).containsOnlyKeys(first.probabilities().keySet());
    inferred
        .get(0)
        .probabilities()
        .forEach(
            (key, row) -> {
              for (int i = 0; i < row.size(); i++) {
                assertThat(row.get(i))
                    .isCloseTo(first.probabilities().get(key).get(i), within(1e-4f));
              }
            });
  }

  /** Who has written what is predicted: a negative is a paper, whichever vertices there are. */
  private Bits links(TestCluster cluster, GraphemberClient client, String model)
      throws IOException {
    JobSettings job =
        authors(
            "model.type=" + model,
            "name=writing",
            "training.epochs=12",
            "training.learningRate=0.05",
            "training.batchSize=128",
            "training.fanouts=[4, 4]",
            "training.split=null",
            "training.vertexType=author",
            "links={edgeTypes: [writes], decoder: distmult, loss: softmax, negatives: 4,"
                + " rankedAgainst: 20}");
    long[][] some =
        Files.readAllLines(folder.resolve("writes.csv")).stream()
            .skip(1)
            .limit(100)
            .map(line -> Arrays.stream(line.split(",")).mapToLong(Long::parseLong).toArray())
            .toArray(long[][]::new);
    EdgePiece tested =
        new EdgePiece(
            0,
            KeyColumn.of(Arrays.stream(some).mapToLong(edge -> edge[0]).toArray()),
            KeyColumn.of(Arrays.stream(some).mapToLong(edge -> edge[1]).toArray()));
    JobResult result =
        client
            .submit(SettingsDocument.toJson(job.withoutSource()), List.of(tested))
            .await(state -> {}, Cancellation.NEVER);
    assertThat(result.test().linksBaseline()).isNull(); // authors have no features
    assertThat(result.test().linksByEdgeType()).containsOnlyKeys("writes");
    assertThat(result.test().links().edges()).isEqualTo(100);
    assertThat(result.test().links().auc()).isGreaterThan(0.6);
    return Bits.of(cluster, client, result);
  }

  /** A job of inference by what {@link #authors} has trained, learned rows included. */
  private JobSettings inference(String model) throws IOException {
    return authors("model.type=" + model, "name=groups-infer", "inference={model: groups}")
        .withoutSource();
  }

  @Test
  void rowsThatWereLearnedBelongToOneVersion() throws IOException {
    JobSettings job = authors("training.epochs=1");
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      Jobs.run(client, job);
      final long trained = client.graphs().get(0).version();
      Jobs.load(client, job);
      assertThatThrownBy(() -> Jobs.run(client, inference("rgcn")))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(NodeError.MODEL_MISMATCH)).isTrue())
          .hasMessage(
              "inference.model = groups: that job has learned rows of version %d of graph groups, this is version %d; train on this version.",
              trained, client.graphs().get(0).version());
    }
  }

  /**
   * A vertex has six neighbours, three of either colour; its class is the colour of the one that
   * its only marked edge leads to. Nothing but the marks tells it.
   */
  @Test
  void marksOfEdgesAreSeenByGatEAlone() throws IOException {
    final int centres = 300;
    StringBuilder vertices = new StringBuilder("id,class,red,blue\n");
    StringBuilder edges = new StringBuilder("from,to,marked,plain\n");
    for (int v = 0; v < centres; v++) {
      final int marked = below(7, v, 6);
      vertices.append("%d,%s,0,0%n".formatted(v, marked < 3 ? "red" : "blue"));
      for (int i = 0; i < 6; i++) {
        final int neighbor = centres + 6 * v + i;
        vertices.append("%d,,%d,%d%n".formatted(neighbor, i < 3 ? 1 : 0, i < 3 ? 0 : 1));
        edges.append(
            "%d,%d,%d,%d%n".formatted(neighbor, v, i == marked ? 1 : 0, i == marked ? 0 : 1));
      }
    }
    Files.writeString(folder.resolve("vertices.csv"), vertices);
    Files.writeString(folder.resolve("edges.csv"), edges);
    String yaml =
        """
        name: marks
        source:
          format: csv
          data: %s
          vertices: {file: vertices.csv, key: id, label: class, features: [red, blue]}
          edges: {file: edges.csv, source: from, destination: to, features: [marked, plain]}
        graph: {name: marks, partitions: 4}
        model: {layers: 1, heads: 1, inputDropout: 0}
        training:
          epochs: 60
          batchSize: 32
          learningRate: 0.05
          baseline: false
          split: {train: 0.5, valid: 0.2, test: 0.3}
        """
            .formatted(folder);
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, Jobs.parse(yaml, "model.type=gat-e"));
      JobResult seeing = Jobs.run(client, Jobs.parse(yaml, "model.type=gat-e"));
      assertThat(seeing.test().accuracy()).isGreaterThanOrEqualTo(0.95);
      JobResult blind = Jobs.run(client, Jobs.parse(yaml, "model.type=gat"));
      // 90 vertices at chance: three standard deviations are 0.16.
      assertThat(blind.test().accuracy()).isBetween(0.34, 0.66);
    }
  }

  @Test
  void whatAModelCannotHaveOfAGraphIsRefused() throws IOException {
    JobSettings job = authors();
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      assertUnfit(
          client,
          authors("model.type=gat-e"),
          "Edges of graph groups have no features: model gat-e looks at them, gat does without.");
      assertUnfit(
          client,
          authors("model.type=gat"),
          "Graph groups has the vertex types paper, author: model gat needs a graph with one, rgcn and hgt tell types apart.");
      assertUnfit(
          client,
          authors("model.from=earlier"),
          "model.from = earlier: graph groups has vertices without features, whose rows are learned with a model; training begins with new ones, and slices have none.");
      assertUnfit(
          client,
          authors("training.vertexType=venue"),
          "training.vertexType names venue: graph groups has the vertex types paper, author.");
      assertUnfit(
          client,
          authors("training.vertexType=paper"),
          "Graph groups has no labels: vertex classification needs labels of at least 2 classes.");
      assertUnfit(
          client,
          authors("unsupervised={}"),
          "Graph groups has the vertex types paper, author: edgeClasses and unsupervised need a graph with one.");
      assertUnfit(
          client,
          authors("inference={model: m, edges: all, edgeType: writes}", "links={}"),
          "inference.edgeType = writes: its edges lead from author to paper, but pairs are scored by the embeddings of one vertex type, here paper.");
    }
  }

  private static void assertUnfit(GraphemberClient client, JobSettings job, String message) {
    assertThatThrownBy(() -> Jobs.run(client, job))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TrainingError.TASK_UNFIT)).isTrue())
        .hasMessage(message);
  }
}
