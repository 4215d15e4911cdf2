// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.NodeCounts;
import io.graphember.config.SettingsDocument;
import io.graphember.it.BlockModelEmbedding.Bits;
import io.graphember.jobs.NodeError;
import io.graphember.memory.MemoryBudget;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.HeldOutEdges;
import io.graphember.schema.source.ReadProgress;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models that look at types of vertices and edges, at features of edges, and learn rows. */
class TypedModelTest {
  @RegisterExtension private static final SharedClusters CLUSTERS = new SharedClusters();

  private static final Duration BOUND = Duration.ofSeconds(60);

  private static final int EPOCHS_OF_LINKS = 20;
  private static final int EPOCHS_OF_THREE = 3; // enough to see whether bits are the same

  @TempDir private Path folder;

  private JobSettings authors(String... assignments) throws IOException {
    return AuthorsJob.settings(folder, assignments);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rgcn", "hgt"})
  void rowsAreLearnedWithTheModelAndTheBitsDoNotDependOnTheNodes(String model) throws IOException {
    JobSettings job = authors("model.type=" + model, "training.evaluationFanouts=[9999]");
    JobSettings whole =
        authors(
            "model.type=" + model,
            "name=groups-whole",
            "model.from=groups",
            "training.epochs=0",
            "training.evaluationFanouts=[all]");
    List<Outcome> outcomes = new ArrayList<>();
    List<Outcome> inferred = new ArrayList<>();
    List<Bits> linked = new ArrayList<>();
    for (TestCluster cluster : CLUSTERS.both()) {
      final int nodes = cluster.nodes().size();
      try (GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        outcomes.add(Outcome.run(cluster, client, job));
        inferred.add(Outcome.run(cluster, client, inference(model)));
        assertThat(Outcome.run(cluster, client, whole).probabilities())
            .isEqualTo(inferred.get(inferred.size() - 1).probabilities());
        linked.add(links(cluster, client, model, EPOCHS_OF_THREE));
        if (nodes == 1) {
          links(cluster, client, model, EPOCHS_OF_LINKS);
        }
        for (int i = 0; i < nodes; i++) {
          assertThat(cluster.parts(i).budget().takenBytes()).isZero();
        }
      }
    }
    Outcome first = outcomes.get(0);
    assertThat(first.probabilities()).hasSize(AuthorsJob.AUTHORS);
    assertThat(first.validation()).anyMatch(accuracy -> accuracy > 0.8); // chance is a third
    assertThat(outcomes.get(1)).isEqualTo(first);
    assertThat(inferred.get(1)).isEqualTo(inferred.get(0));
    assertThat(linked).containsOnly(linked.get(0));
    assertThat(linked.get(0).vertices()).isEqualTo(AuthorsJob.AUTHORS + AuthorsJob.PAPERS);
    assertClose(inferred.get(0), first);
  }

  private static void assertClose(Outcome actual, Outcome expected) {
    assertThat(actual.probabilities()).containsOnlyKeys(expected.probabilities().keySet());
    actual
        .probabilities()
        .forEach(
            (key, row) -> {
              for (int i = 0; i < row.size(); i++) {
                assertThat(row.get(i))
                    .isCloseTo(expected.probabilities().get(key).get(i), within(1e-4f));
              }
            });
  }

  /** Learnable embeddings are opened again, as they were kept, and batches read them. */
  @Test
  void whereTheRowsOfLayersDoNotFitResultsAreComputedBatchByBatch() throws IOException {
    JobSettings job = authors("training.epochs=30");
    TestCluster cluster = CLUSTERS.one();
    try (GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final JobResult layered = Jobs.run(client, job);
      final Outcome expected = Outcome.of(cluster, client, layered);
      MemoryBudget budget = cluster.parts(0).budget();
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 2);
      try (MemoryBudget.Reservation others =
          budget.take(budget.limitBytes() - budget.takenBytes() - (20 << 10), "Something else")) {
        JobResult batches = handle.await(state -> {}, Cancellation.NEVER);
        assertThat(others.bytes()).isPositive();
        assertThat(layered.layers()).hasSize(2);
        assertThat(batches.layers()).isEmpty();
        assertThat(batches.epochs()).hasSameSizeAs(layered.epochs());
        assertClose(Outcome.of(cluster, client, batches), expected);
      }
      assertThat(budget.takenBytes()).isZero();
    }
  }

  /** Who has written what is predicted: a negative is a paper, whichever vertices there are. */
  private Bits links(TestCluster cluster, GraphemberClient client, String model, int epochs)
      throws IOException {
    JobSettings job = writing(model, "name=writing", "training.epochs=" + epochs);
    final long tested;
    try (HeldOutEdges graph =
        new HeldOutEdges(
            GraphSource.open(job.source(), folder, ReadProgress.NONE),
            job.job().heldOutTypes(),
            job.job().heldOut(),
            job.seed())) {
      client.load(SettingsDocument.toJson(job.graph()), graph, progress -> {}, Cancellation.NEVER);
      tested = graph.count();
    }
    JobResult result =
        client
            .submit(SettingsDocument.toJson(job.withoutSource()))
            .await(state -> {}, Cancellation.NEVER);
    assertThat(result.test().linksBaseline()).isNull(); // authors have no features
    assertThat(result.test().linksByEdgeType()).containsOnlyKeys("writes");
    assertThat(result.test().links().heldOut()).isEqualTo((int) tested);
    if (epochs == EPOCHS_OF_LINKS) {
      assertThat(result.test().links().auc())
          .isBetween(0.58, 0.85); // who knows the groups alone has 0.77
      return Bits.of(cluster, client, result);
    }
    assertThat(result.publications()).containsOnlyKeys("embeddings.paper", "embeddings.author");
    final Bits bits = Bits.of(cluster, client, result);
    assertThat(
            Bits.run(
                cluster,
                client,
                writing(model, "name=writing-infer", "inference={model: writing}").withoutSource()))
        .isEqualTo(new Bits(List.of(), bits.vertices(), bits.digest()));
    Jobs.run(
        client,
        writing(
            model,
            "name=writing-batches",
            "model.from=writing",
            "training.epochs=0",
            "training.evaluationFanouts=[9999, 9999]"));
    for (String type : List.of("author", "paper")) {
      PublishedTable<float[]> whole = client.embeddings("groups", "writing", type);
      PublishedTable<float[]> batches = client.embeddings("groups", "writing-batches", type);
      for (long key = 0; key < AuthorsJob.AUTHORS; key++) {
        assertThat(batches.get(key)).containsExactly(whole.get(key), within(1e-4f));
      }
    }
    return bits;
  }

  /** Long and wide enough to tell the groups. */
  private JobSettings writing(String model, String... assignments) throws IOException {
    return AuthorsJob.writing(
        folder,
        model,
        Stream.concat(
                Stream.of(
                    "source.normalize=standardize",
                    "model.hidden=16",
                    "model.learnableDim=16",
                    "model.hiddenDropout=0",
                    "training.learningRate=0.02",
                    "training.fanouts=[8, 8]"),
                Stream.of(assignments))
            .toArray(String[]::new));
  }

  /** Walks lead from type to type, and a negative is of the type of the vertex it stands for. */
  @Test
  void walksOverSeveralTypesEmbedVerticesOfAll() throws IOException {
    JobSettings job =
        authors(
            "name=walks",
            "model.layers=1",
            "model.hidden=16",
            "model.learnableDim=16",
            "training.epochs=20",
            "training.fanouts=[6]",
            "training.learningRate=0.05",
            "training.batchSize=128",
            "task.split=null",
            "task={type: unsupervised, walkLength: 3, negatives: 4, validation: 0.2}");
    List<Bits> bits = new ArrayList<>();
    for (TestCluster cluster : CLUSTERS.both()) {
      try (GraphemberClient client = cluster.connect()) {
        Jobs.load(client, job);
        JobResult result = Jobs.run(client, job);
        assertThat(result.test().validation()).isGreaterThan(0.6); // chance is a half
        bits.add(Bits.of(cluster, client, result));
      }
    }
    assertThat(bits.get(0).vertices()).isEqualTo(AuthorsJob.AUTHORS + AuthorsJob.PAPERS);
    assertThat(bits.get(1)).isEqualTo(bits.get(0));
  }

  /** A job of inference by what {@link #authors} has trained, learnable embeddings included. */
  private JobSettings inference(String model) throws IOException {
    return authors("model.type=" + model, "name=groups-infer", "inference={model: groups}")
        .withoutSource();
  }

  /** Of the epochs that came behind the best one nothing is left, in parameters and in rows. */
  @Test
  void rowsOfTheBestEpochAreKeptTakenUpAndBelongToOneVersion() throws IOException {
    JobSettings job =
        authors("training.epochs=60", "training.patience=1", "training.evaluationFanouts=[all]");
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final JobResult trained = Jobs.run(client, job);
      final ModelBits bits = ModelBits.of(cluster, client, trained);
      assertThat(trained.epochs()).hasSize(trained.bestEpoch() + 1);
      JobSettings exact =
          authors(
              "training.epochs=" + trained.bestEpoch(),
              "name=exact",
              "training.evaluationFanouts=[all]");
      assertThat(ModelBits.of(cluster, client, Jobs.run(client, exact)).model())
          .isEqualTo(bits.model());

      JobSettings same =
          authors(
              "model.from=groups",
              "training.epochs=0",
              "name=same",
              "training.evaluationFanouts=[all]");
      assertThat(ModelBits.of(cluster, client, Jobs.run(client, same)).model())
          .isEqualTo(bits.model());
      JobSettings further = authors("model.from=groups", "training.epochs=3", "name=further");
      assertThat(Jobs.run(client, further).epochs().get(0).loss())
          .isLessThan(0.9 * trained.epochs().get(0).loss());

      Jobs.load(client, job);
      final long now = client.graphs().get(0).version();
      assertOfAnotherVersion(client, inference("rgcn"), "inference.model", trained, now);
      assertOfAnotherVersion(client, further, "model.from", trained, now);
    }
  }

  /** A job reads the rows that it begins with again when it begins anew. */
  @Test
  void rowsThatAJobBeginsWithStayWhileItRuns() throws IOException {
    JobSettings job = authors("training.epochs=1", "publish.keepPrevious=false");
    try (TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      Jobs.run(client, job);
      String rows = rows(cluster).get(0);
      JobSettings further =
          authors(
              "name=further",
              "model.from=groups",
              "training.epochs=100000",
              "training.checkpointEvery=0");
      JobHandle handle = client.submit(SettingsDocument.toJson(further.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 10);

      Jobs.run(client, job);
      assertThat(rows(cluster)).contains(rows);
      cluster.parts(0).live().release(handle.number(), 1);

      final int epochs = handle.state().epochs().size();
      Await.until(BOUND, () -> handle.state().epochs().size() > epochs + 10);
      handle.cancel();
      Await.until(BOUND, () -> handle.state().status() == JobState.Status.CANCELLED);
      Await.until(BOUND, () -> rows(cluster).size() == 1);
      assertThat(rows(cluster)).doesNotContain(rows);
    }
  }

  /** Caches of learnable embeddings. */
  private static List<String> rows(TestCluster cluster) {
    return cluster.node(0).cacheNames().stream().filter(name -> name.contains("learned")).toList();
  }

  private static void assertOfAnotherVersion(
      GraphemberClient client, JobSettings job, String setting, JobResult trained, long now) {
    assertThatThrownBy(() -> Jobs.run(client, job))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(NodeError.MODEL_MISMATCH)).isTrue())
        .hasMessage(
            "%s = groups: that job has learnable embeddings of version %d of graph groups, this is version %d; rows belong to the vertices of one version.",
            setting, trained.graph().version(), now);
  }

  /** Rows, what the optimizer remembers of them, and parameters go back to the same step. */
  @Test
  void aLostNodeTakesLearnableEmbeddingsBackAndTheBitsAreTheSame() throws IOException {
    JobSettings job =
        authors("training.epochs=18", "training.checkpointEvery=7", "publish.keepPrevious=false");
    try (TestCluster cluster = TestCluster.start(3);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, job);
      final JobResult undisturbed = Jobs.run(client, job);
      final ModelBits expected = ModelBits.of(cluster, client, undisturbed);
      final Set<String> caches = Set.copyOf(cluster.node(0).cacheNames());
      JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
      Await.until(BOUND, () -> handle.state().epochs().size() > 4);

      cluster.stopNode(2);

      JobResult result = handle.await(state -> {}, Cancellation.NEVER);
      assertThat(ModelBits.of(cluster, client, result)).isEqualTo(expected);
      assertThat(result.lostNodes()).isOne();
      // What is counted is the last attempt: what was left of the work behind the checkpoint.
      assertThat(sampledEdges(result)).isLessThan(sampledEdges(undisturbed));
      assertThat(cluster.node(0).cacheNames()).hasSameSizeAs(caches);
      for (int i = 0; i < 2; i++) {
        assertThat(cluster.parts(i).budget().takenBytes()).isZero();
      }
    }
  }

  private static long sampledEdges(JobResult result) {
    return result.nodes().stream().mapToLong(NodeCounts::sampledEdges).sum();
  }

  @Test
  void rowsOfTheLastCheckpointAreKeptWhenTheLossIsNoNumber() throws IOException {
    JobSettings diverging =
        authors(
            "training.optimizer=sgd",
            "training.learningRate=100",
            "training.weightDecay=1",
            "training.checkpointEvery=1");
    try (TestCluster cluster = TestCluster.start(2);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, diverging);
      assertThatThrownBy(() -> Jobs.run(client, diverging))
          .hasMessageMatching(
              "The loss of step .* The parameters after step \\d+ are kept: model\\.from = groups-checkpoint starts from them\\.");
      JobSettings same = authors("name=again", "model.from=groups-checkpoint", "training.epochs=0");
      assertThat(Jobs.run(client, same).epochs()).isEmpty();
      for (int i = 0; i < 2; i++) {
        assertThat(cluster.parts(i).budget().takenBytes()).isZero();
      }
    }
  }

  /**
   * One layer learns numbers whose square is a float. The first step makes the bias right and the
   * weights as large as the numbers; so the loss of the second is finite still, and the gradient of
   * a row, error times weight, is not.
   */
  @Test
  void theLastCheckpointIsKeptWhenTheGradientOfARowIsNoNumber() throws IOException {
    JobSettings overflowing =
        authors(
            "seed=3",
            "source.vertexTypes=[{name: paper, file: papers.csv, key: id, features: [x, y]},"
                + " {name: author, file: authors.csv, key: id, targets: [score]}]",
            "model.layers=1",
            "model.learnableDim=2",
            "model.hiddenDropout=0",
            "task.type=regression",
            "training.fanouts=[all]",
            "task.split={train: 1, valid: 0, test: 0}",
            "training.batchSize=1",
            "training.trainers=1",
            "training.optimizer=sgd",
            "training.learningRate=0.5",
            "training.checkpointEvery=1");
    StringBuilder scores = new StringBuilder("id,score\n");
    for (int a = 0; a < AuthorsJob.AUTHORS; a++) {
      scores.append("%d,15e18%n".formatted(a));
    }
    Files.writeString(folder.resolve("authors.csv"), scores);
    Files.writeString(folder.resolve("writes.csv"), "author,paper\n0,0\n");
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, overflowing);
      assertThatThrownBy(() -> Jobs.run(client, overflowing))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(TensorError.GRADIENT_NOT_FINITE)).as("%s", e).isTrue())
          .hasMessageMatching(
              "The gradient of the row of vertex \\d+ \\(row \\d+ in partition \\d\\) is infinite or not a number: lower training\\.learningRate\\. "
                  + "The parameters after step 1 are kept: model\\.from = groups-checkpoint starts from them\\.");
    }
  }

  /** Rows of 4096 floats are kept in 11 MiB; a checkpoint has four times as much, and a twin. */
  @Test
  void checkpointsThatDoNotFitAreRefusedBeforeAnythingIsTrained() throws IOException {
    try (TestCluster cluster = TestCluster.startWithRegion(1, 64L << 20);
        GraphemberClient client = cluster.connect()) {
      JobSettings job = authors("model.learnableDim=4096", "training.checkpointEvery=1");
      Jobs.load(client, job);
      assertThatThrownBy(() -> Jobs.run(client, job))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(NodeError.REGION_FULL)).isTrue())
          .hasMessageStartingWith("The checkpoints of job groups takes about 10");
      assertThat(cluster.node(0).cacheNames())
          .noneMatch(name -> name.contains("learned") || name.contains("checkpoints"));
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
      final int marked = CounterRandom.bounded(CounterRandom.bits(7, v), 6);
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
          type: csv
          data: %s
          vertices: {file: vertices.csv, key: id, label: class, features: [red, blue]}
          edges: {file: edges.csv, source: from, destination: to, features: [marked, plain]}
        graph: {name: marks, partitions: 4}
        model: {layers: 1, type: gat, heads: 1, inputDropout: 0}
        task:
          split: {train: 0.5, valid: 0.2, test: 0.3}
        training:
          epochs: 60
          batchSize: 32
          learningRate: 0.05
          baseline: false
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
    try (GraphemberClient client = CLUSTERS.one().connect()) {
      Jobs.load(client, job);
      assertUnfit(
          client,
          authors("model.type=gat-e"),
          "Model gat-e does not fit graph groups: its edges have no features, gat does without.");
      assertUnfit(
          client,
          authors("model.type=gat"),
          "Graph groups has the vertex types paper, author: model gat needs a graph with one, rgcn and hgt tell types apart.");
      assertUnfit(
          client,
          authors("inference={slices: others.zip}"),
          "inference.slices = others.zip: graph groups has vertices without features, whose rows are learned with a model; slices have none.");
      assertUnfit(
          client,
          authors("task.vertexType=venue"),
          "task.vertexType names venue: graph groups has the vertex types paper, author.");
      assertUnfit(
          client,
          authors("task.vertexType=paper"),
          "Graph groups has no labels: vertex classification needs labels of at least 2 classes.");
      assertUnfit(
          client,
          authors("task={type: unsupervised, evaluation: {heldOut: 0.1}}"),
          "Graph groups has the vertex types paper, author: task.evaluation needs a graph with one.");
      assertUnfit(
          client,
          authors("inference={model: m, edges: all}", "task={type: links}"),
          "inference.edgeType is missing: without it edges from paper to paper are scored, and graph groups has none, but writes from author to paper, writes_reverse from paper to author.");
      assertUnfit(
          client,
          authors(
              "inference={model: m, candidates: 3, edgeType: writes}",
              "task={type: links, vertexType: paper}"),
          "inference.edgeType = writes: its edges lead from author to paper, but the job has embeddings of paper alone; tasks of edges have them of all that edges join, unless task.vertexType names one.");
    }
  }

  private static void assertUnfit(GraphemberClient client, JobSettings job, String message) {
    assertThatThrownBy(() -> Jobs.run(client, job))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(TrainingError.TASK_UNFIT)).isTrue())
        .hasMessage(message);
  }
}
