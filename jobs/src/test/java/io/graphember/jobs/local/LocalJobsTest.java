// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.Publication;
import io.graphember.client.api.Vector;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.count.JobCounts;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs on a cluster of this process: placement, attempts, what a lost node costs. */
class LocalJobsTest {
  private static final JobLimits LIMITS = new JobLimits(4, 1, 10_000, 1_000);
  static final String WALKS =
      """
      name: walks
      source: {type: block-model, vertices: 60, classes: 3, words: 4, degree: 6, seed: 3}
      graph: {name: blocks, partitions: 6, dropDuplicates: true, dropSelfLoops: true}
      job: embed
      embedding:
        dim: 8
        epochs: 3
        walkLength: 6
        window: 2
        batchSize: 16
        consistency: bsp
        learningRate: 0.1
        trainers: 2
        checkpointEvery: 4
      """;

  private static final String MODEL =
      """
      name: model
      source: {type: block-model, vertices: 60, classes: 3, words: 4, degree: 6, seed: 3}
      graph: {name: blocks, partitions: 6, dropDuplicates: true, dropSelfLoops: true}
      model: {type: graphsage, hidden: 4}
      task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
      training: {trainers: 1, epochs: 3, batchSize: 8, fanouts: [3, 3], baseline: false}
      """;

  private static final String GLOBAL =
      """
      name: whole
      source: {type: block-model, vertices: 60, classes: 3, words: 4, degree: 6, seed: 3}
      graph: {name: blocks, partitions: 6, dropDuplicates: true, dropSelfLoops: true}
      model: {type: graphsage, hidden: 4, hiddenDropout: 0}
      task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
      training: {batch: {type: global-batch}, epochs: 5}
      """;

  private static JobSettings job() {
    return settings(WALKS);
  }

  private static JobSettings settings(String yaml) {
    return SettingsDocument.parse("job", yaml).bind(JobSettings.class);
  }

  private static JobState await(LocalCluster cluster, long job) throws InterruptedException {
    JobCatalog jobs = cluster.node(0).part(JobCatalog.class);
    CountDownLatch never = new CountDownLatch(1);
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (jobs.state(job).status() == JobState.Status.RUNNING) {
      assertThat(System.nanoTime()).isLessThan(end);
      never.await(1, TimeUnit.MILLISECONDS);
    }
    return jobs.state(job);
  }

  private static long submit(LocalCluster cluster, JobSettings settings) {
    return cluster
        .node(0)
        .part(JobRunner.class)
        .submit(settings.withoutSource(), new byte[0], Optional.empty());
  }

  private static JobResult run(LocalCluster cluster) throws InterruptedException {
    return run(cluster, job());
  }

  private static JobResult run(LocalCluster cluster, JobSettings settings)
      throws InterruptedException {
    cluster.load(settings);
    final long job = submit(cluster, settings);
    final JobState end = await(cluster, job);
    assertThat(end.error()).isNull();
    return cluster.node(0).part(JobCatalog.class).result(job);
  }

  private static Map<Object, float[]> embeddings(LocalCluster cluster, JobResult result) {
    Publication publication = result.publications().get("embeddings");
    Map<Object, float[]> rows = new TreeMap<>();
    cluster
        .cache(publication.cache())
        .forEach((key, row) -> rows.put(key, ((Vector) row).values()));
    return rows;
  }

  @Test
  void aJobRunsOnTheNodesThatHoldItsPartitions() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final JobResult result = run(cluster);
      assertThat(embeddings(cluster, result)).hasSize(60);
      assertThat(result.nodes()).hasSize(3);
      assertThat(result.nodes()).extracting(node -> node.partitions().length).containsOnly(2);
      assertThat(result.nodes().stream().mapToInt(NodeCounts::trainers).sum()).isEqualTo(2);
      assertThat(result.nodes()).extracting(NodeCounts::trainers).doesNotContain(2);
    }
  }

  /** 30 vertices to train on fill 3 batches of 8, one for a trainer on each node. */
  @Test
  void trainersAreAsManyAsTheNodesCarryWhereTheirVerticesLie() throws InterruptedException {
    try (LocalCluster one = new LocalCluster(1, 1, LIMITS);
        LocalCluster three = new LocalCluster(3, 2, LIMITS)) {
      final JobResult result = run(three, model("trainers: auto"));
      final JobTrainers trainers = result.trainers();
      assertThat(trainers.trainers()).isEqualTo(3);
      assertThat(trainers.batchSize()).isEqualTo(24);
      assertThat(trainers.why()).isEqualTo("auto: one on each node, or for 4 processors of it");
      assertThat(trainers.nodes()).extracting(JobTrainers.OnNode::trainers).containsOnly(1);
      assertThat(trainers.nodes())
          .extracting(JobTrainers.OnNode::stepSeconds)
          .allMatch(seconds -> seconds > 0);
      // the same number gives the same bits on one node
      final JobResult alone = run(one, model("trainers: 3"));
      assertThat(alone.trainers().why()).isEqualTo("training.trainers = 3");
      assertThat(alone.test()).isEqualTo(result.test());
      assertThat(predictions(one, alone))
          .usingRecursiveComparison()
          .isEqualTo(predictions(three, result));
    }
  }

  /**
   * Two partitions of a node are asked together: 4 batches to train on, 1 to validate, 1 to test.
   */
  @Test
  void aBatchAsksEachNodeForItsRowsOnceAHop() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      AtomicInteger asked = new AtomicInteger();
      AtomicInteger trains = new AtomicInteger();
      for (LocalNode node : cluster.nodes()) {
        node.onCall(
            call -> {
              asked.addAndGet(call.kind().equals("RowCall") ? 1 : 0);
              trains.addAndGet(call.kind().equals("ModelMessages$Train") ? 1 : 0);
            });
      }
      final JobSettings job =
          settings(
              MODEL.replace("epochs: 3", "epochs: 1, pushDown: false")
                  + "publish: {predictions: false}\n");
      run(cluster, job);
      assertThat(trains).hasValue(1);
      assertThat(asked).hasValue(2 * 3 * (4 + 1 + 1));
    }
  }

  @Test
  void resultsAreTheSameOnAnyNumberOfNodes() throws InterruptedException {
    try (LocalCluster one = new LocalCluster(1, 1, LIMITS);
        LocalCluster three = new LocalCluster(3, 2, LIMITS)) {
      final Map<Object, float[]> alone = embeddings(one, run(one));
      assertThat(embeddings(three, run(three))).usingRecursiveComparison().isEqualTo(alone);
    }
  }

  /** Kills a node when it is asked for its second stretch of steps. */
  private static void killLate(LocalCluster cluster, LocalNode node) {
    killAt(cluster, node, "TableMessages$Checkpoint", 2);
  }

  /** Kills a node when a call of a kind comes for the n-th time. */
  private static void killAt(LocalCluster cluster, LocalNode node, String kind, int number) {
    AtomicInteger calls = new AtomicInteger();
    node.onCall(
        call -> {
          if (call.kind().equals(kind) && calls.incrementAndGet() == number) {
            cluster.kill(node);
          }
        });
  }

  private static Map<Object, Object> predictions(LocalCluster cluster, JobResult result) {
    return new TreeMap<>(cluster.cache(result.publications().get("predictions").cache()));
  }

  private static JobSettings model(String... training) {
    final String some = String.join(", ", training);
    return settings(
        MODEL.replace("trainers: 1", some.contains("trainers") ? some : "trainers: 1, " + some));
  }

  /** The job with a node that is killed gives what it gives without; what it says of itself. */
  private static JobResult assertSame(JobSettings job, int lost, String kind, int number)
      throws InterruptedException {
    try (LocalCluster quiet = new LocalCluster(3, 2, LIMITS);
        LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final JobResult undisturbed = run(quiet, job);
      killAt(cluster, cluster.node(lost), kind, number);
      final JobResult result = run(cluster, job);
      assertThat(cluster.nodes()).hasSize(2);
      assertThat(result.nodes()).hasSize(2);
      assertThat(result.nodes().stream().mapToInt(node -> node.partitions().length).sum())
          .isEqualTo(6);
      assertThat(
              cluster.nodes().stream()
                  .mapToLong(node -> node.part(JobCounts.class).lossesSurvived())
                  .sum())
          .isEqualTo(result.lostNodes());
      assertThat(result.test()).isEqualTo(undisturbed.test());
      assertThat(predictions(cluster, result))
          .usingRecursiveComparison()
          .isEqualTo(predictions(quiet, undisturbed));
      assertThat(cluster.cacheNames()).hasSameSizeAs(quiet.cacheNames());
      cluster.assertIdle();
      return result;
    }
  }

  /** Its partitions are opened on the nodes with their other copies, and requests go there. */
  @ParameterizedTest
  @ValueSource(
      strings = {"replicateBoundary: true", "pushDown: false", "evaluationFanouts: [all, all]"})
  void aModelThatLosesANodeOfStorageIsTrainedOn(String rows) throws InterruptedException {
    assertThat(assertSame(model(rows), 2, "PartitionCall", 9).lostNodes()).isEqualTo(1);
  }

  @Test
  void whatANodeWasPublishingIsPublishedByOthers() throws InterruptedException {
    assertSame(model("evaluationFanouts: [3, 3]"), 2, "PublishMessages$Publish", 1);
  }

  /** Rows between layers go with the node; what was trained stays. */
  @Test
  void aNodeThatIsLostBetweenLayersTakesTheJobBackToTheFirstOne() throws InterruptedException {
    final JobResult result =
        assertSame(model("evaluationFanouts: [all, all]"), 2, "InferenceMessages$Stage", 6);
    assertThat(result.layers()).hasSize(2);
    assertThat(result.nodes().stream().mapToLong(NodeCounts::sampledEdges).sum())
        .as("of the attempt that published")
        .isZero();
  }

  /** Without a checkpoint that is complete by then, it begins anew. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aLostTrainerTakesTheJobBack(int every) throws InterruptedException {
    final JobSettings job = model("trainers: 2", "checkpointEvery: " + every);
    assertThat(assertSame(job, 1, "DeliverCall", 4).lostNodes()).isEqualTo(1);
  }

  /** 3 epochs of 2 steps for each of 2 trainers are 12 gradients, whoever computes them. */
  @ParameterizedTest
  @ValueSource(strings = {"consistency: async", "consistency: ssp, staleness: 1"})
  void trainersOfSeveralNodesChangeTheParametersEachForItself(String consistency)
      throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      AtomicInteger pushes = new AtomicInteger();
      for (LocalNode node : cluster.nodes()) {
        node.onCall(call -> pushes.addAndGet(call.kind().equals("PushCall") ? 1 : 0));
      }
      final JobSettings job =
          settings(
              MODEL
                  .replace("trainers: 1", "trainers: 2, repeatable: false, " + consistency)
                  .replace("baseline: false", "baseline: true"));

      final JobResult result = run(cluster, job);

      assertThat(predictions(cluster, result)).hasSize(60);
      assertThat(result.epochs()).hasSize(3);
      assertThat(result.test().baseline()).isNotNull();
      final JobTrainers.Versions versions = result.trainers().versions();
      assertThat(versions.consistency()).isEqualTo(consistency.split("[ ,]+")[1]);
      assertThat(versions.made()).isBetween(6L, 12L);
      assertThat(versions.mostBehind()).isLessThanOrEqualTo(consistency.contains("ssp") ? 1 : 12);
      assertThat(pushes.get()).as("of the second trainer, and of the baseline").isPositive();
      cluster.assertIdle();
    }
  }

  /** With the first trainer the parameters are lost, with another one its gradient. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aLostTrainerTakesAJobBackWhoseTrainersDoNotWait(int lost) throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final JobSettings job =
          settings(
              MODEL.replace(
                  "trainers: 1, epochs: 3",
                  "trainers: 3, repeatable: false, consistency: async, epochs: 8,"
                      + " checkpointEvery: 2"));
      AtomicInteger pushes = new AtomicInteger();
      for (LocalNode node : cluster.nodes()) {
        node.onCall(
            call -> {
              if (call.kind().equals("PushCall") && pushes.incrementAndGet() == 20) {
                cluster.kill(victim(cluster, lost));
              }
            });
      }

      final JobResult result = run(cluster, job);

      assertThat(result.lostNodes()).isEqualTo(1);
      assertThat(result.epochs()).hasSize(8);
      assertThat(predictions(cluster, result)).hasSize(60);
      cluster.assertIdle();
    }
  }

  /** A node but that of the coordinator: the one whose first trainer serves, or another. */
  private static LocalNode victim(LocalCluster cluster, int number) {
    return cluster.node(1 + number);
  }

  /** There is no checkpoint yet: the next attempt begins again, on another node. */
  @Test
  void aModelThatLosesItsTrainerIsTrainedByAnother() throws InterruptedException {
    try (LocalCluster quiet = new LocalCluster(3, 2, LIMITS);
        LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final JobSettings job = model("trainers: 2");
      final JobResult undisturbed = run(quiet, job);
      killAt(cluster, cluster.node(1), "ModelMessages$Train", 1);
      final JobResult result = run(cluster, job);
      assertThat(result.lostNodes()).isEqualTo(1);
      assertThat(result.nodes()).extracting(NodeCounts::node).containsExactly("node-0", "node-2");
      assertThat(result.test()).isEqualTo(undisturbed.test());
    }
  }

  @Test
  void aJobThatLosesANodeGivesWhatItWouldHaveGiven() throws InterruptedException {
    try (LocalCluster quiet = new LocalCluster(3, 2, LIMITS);
        LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final Map<Object, float[]> undisturbed = embeddings(quiet, run(quiet));
      killLate(cluster, cluster.node(2));
      final JobResult result = run(cluster);
      assertThat(result.lostNodes()).isEqualTo(1);
      assertThat(embeddings(cluster, result)).usingRecursiveComparison().isEqualTo(undisturbed);
      assertThat(cluster.nodes()).hasSize(2);
      cluster.assertIdle();
    }
  }

  @Test
  void aLossThatTakesTheLastCopyEndsTheJob() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 1, LIMITS)) {
      final GraphInfo graph = cluster.load(job());
      killLate(cluster, cluster.node(2));
      final JobState end = await(cluster, submit(cluster, job()));
      assertThat(end.status()).isEqualTo(JobState.Status.FAILED);
      assertThat(end.error().code()).isEqualTo("PARTITION_LOST");
      assertThat(end.error().message())
          .isEqualTo(
              "Partitions [2, 5] of graph blocks are lost: their owners left the cluster, and no"
                  + " other node holds a copy of them (backups in GraphemberConfiguration, when the"
                  + " graph was loaded).");
      assertThat(cluster.cacheNames()).contains(graph.cache());
    }
  }

  @Test
  void moreLossesThanAJobMayOutliveEndIt() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, new JobLimits(4, 0, 10_000, 1_000))) {
      cluster.load(job());
      killLate(cluster, cluster.node(2));
      final JobState end = await(cluster, submit(cluster, job()));
      assertThat(end.error().code()).isEqualTo("PARTITION_LOST");
      assertThat(end.error().message())
          .contains("the job may outlive the loss of 0 nodes and no more (maxNodeLosses");
    }
  }

  @Test
  void aJobMayBeForbiddenToOutliveTheLossOfATrainer() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, new JobLimits(4, 0, 10_000, 1_000))) {
      final JobSettings job = model("trainers: 2");
      cluster.load(job);
      killAt(cluster, cluster.node(1), "DeliverCall", 4);
      final JobState end = await(cluster, submit(cluster, job));
      assertThat(end.error().code()).isEqualTo("PARTITION_LOST");
      assertThat(end.error().message())
          .endsWith(
              "left the cluster: the job may outlive the loss of 0 nodes and no more"
                  + " (maxNodeLosses in GraphemberConfiguration).");
    }
  }

  @Test
  void aLossMustBeMadeGoodInTime() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, new JobLimits(4, 1, 0, 1_000))) {
      final JobSettings job = settings(MODEL);
      cluster.load(job);
      killAt(cluster, cluster.node(2), "PartitionCall", 9);
      final JobState end = await(cluster, submit(cluster, job));
      assertThat(end.error().code()).isEqualTo("PARTITION_LOST");
      assertThat(end.error().message())
          .contains("of graph blocks is lost: its owner, node ")
          .endsWith(
              "left the cluster, and it was open on no other node within 0 ms"
                  + " (nodeLossTimeoutMillis in GraphemberConfiguration).");
    }
  }

  @Test
  void aNodeThatIsDrainedGetsNoTrainerAndNoPartition() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      cluster.node(0).states().drain("node-2", "a test");
      final JobResult result = run(cluster);
      assertThat(result.nodes()).extracting(NodeCounts::node).containsExactly("node-0", "node-1");
      assertThatThrownBy(() -> cluster.node(2).states().requireHere())
          .hasMessageContaining("This node takes no new work");
    }
  }

  private static JobSettings global(String... training) {
    return settings(
        GLOBAL.replace("epochs: 5", String.join(", ", "epochs: 5", String.join(", ", training))));
  }

  /** Partitions give what one batch of the only trainer gives, but for rounding. */
  @Test
  void partitionsComputeWhatATrainerComputes() throws InterruptedException {
    try (LocalCluster one = new LocalCluster(1, 1, LIMITS)) {
      final JobResult byTrainer = run(one, global("compute: trainers"));
      final JobResult byPartitions = run(one, global());
      assertThat(byTrainer.trainers().why())
          .isEqualTo("auto: one on each node, or for 4 processors of it");
      assertThat(byTrainer.trainers().compute()).isEqualTo(JobTrainers.TRAINERS);
      assertThat(byTrainer.trainers().batchSize()).isEqualTo(30);
      assertThat(byPartitions.trainers().why())
          .isEqualTo("auto: each partition computes its part of a step where it lies");
      assertThat(byPartitions.trainers().compute()).isEqualTo(JobTrainers.PARTITIONS);
      assertThat(byPartitions.trainers().trainers()).isEqualTo(6);
      assertThat(byPartitions.trainers().batchSize()).isEqualTo(30);
      for (int epoch = 0; epoch < 5; epoch++) {
        assertThat(byPartitions.epochs().get(epoch).loss())
            .isCloseTo(byTrainer.epochs().get(epoch).loss(), within(1e-4));
      }
      assertThat(byPartitions.test().loss()).isCloseTo(byTrainer.test().loss(), within(1e-4));
      assertThat(byPartitions.test().baseline()).isNotNull();
    }
  }

  /**
   * Neighbours have one order, and edges one value, on any nodes, in batches of trainers and in the
   * layers of inference.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{type: graphsage-lstm, neighbors: 3, hidden: 4}",
        "{type: graphsage-concat, neighbors: 4, hidden: 4, residual: true}",
        "{type: gated-gcn, hidden: 4, residual: true}"
      })
  void modelsOfSingleEdgesGiveTheSameOnAnyNodesAndWays(String model) throws InterruptedException {
    final String job = MODEL.replace("{type: graphsage, hidden: 4}", model);
    final JobSettings whole =
        settings(job.replace("epochs: 3", "epochs: 3, evaluationFanouts: [all, all]"));
    final JobSettings sampled =
        settings(job.replace("epochs: 3", "epochs: 3, evaluationFanouts: [60, 60]"));
    try (LocalCluster one = new LocalCluster(1, 1, LIMITS);
        LocalCluster three = new LocalCluster(3, 2, LIMITS)) {
      final JobResult alone = run(one, whole);
      final JobResult together = run(three, whole);
      assertThat(alone.layers()).as("computed layer by layer").hasSize(2);
      final Map<Object, float[]> rows = embeddings(one, alone);
      assertThat(embeddings(three, together)).usingRecursiveComparison().isEqualTo(rows);
      assertThat(together.test()).isEqualTo(alone.test());
      final JobResult byTrainer = run(one, sampled);
      assertThat(byTrainer.layers()).isEmpty();
      embeddings(one, byTrainer)
          .forEach((key, row) -> assertThat(row).containsExactly(rows.get(key), within(1e-4f)));
    }
  }

  /** Neighbours of a vertex lie in several partitions, so none of them knows which is the next. */
  @Test
  void modelsOfNeighborsInOrderAreLeftToTrainers() throws InterruptedException {
    final String job = GLOBAL.replace("type: graphsage", "type: graphsage-lstm, neighbors: 2");
    try (LocalCluster cluster = new LocalCluster(1, 1, LIMITS)) {
      assertThat(run(cluster, settings(job)).trainers().why())
          .contains("model graphsage-lstm looks at whole neighbourhoods");
      final JobSettings asked =
          settings(job.replace("epochs: 5", "epochs: 5, compute: partitions"));
      final JobState end = await(cluster, submit(cluster, asked));
      assertThat(end.error().code()).isEqualTo("MODEL_UNSUPPORTED");
    }
  }

  @Test
  void partitionsGiveTheSameBitsOnAnyNumberOfNodes() throws InterruptedException {
    try (LocalCluster one = new LocalCluster(1, 1, LIMITS);
        LocalCluster three = new LocalCluster(3, 2, LIMITS)) {
      final JobResult alone = run(one, global());
      final JobResult together = run(three, global());
      assertThat(together.trainers().nodes())
          .extracting(JobTrainers.OnNode::trainers)
          .containsOnly(2);
      assertThat(together.trainers().nodes())
          .extracting(JobTrainers.OnNode::stepSeconds)
          .allMatch(seconds -> seconds > 0);
      assertThat(together.epochs())
          .extracting(EpochInfo::loss)
          .containsExactlyElementsOf(alone.epochs().stream().map(EpochInfo::loss).toList());
      assertThat(together.test()).isEqualTo(alone.test());
      assertThat(predictions(three, together))
          .usingRecursiveComparison()
          .isEqualTo(predictions(one, alone));
      three.assertIdle();
    }
  }

  /** Rows that are computed again are those that were not kept. */
  @Test
  void partitionsThatComputeRowsAgainGiveTheSameBits() throws InterruptedException {
    try (LocalCluster one = new LocalCluster(1, 1, LIMITS)) {
      final JobSettings job = settings(GLOBAL.replace("hidden: 4", "hidden: 4, layers: 6"));
      final JobSettings again =
          settings(
              GLOBAL
                  .replace("hidden: 4", "hidden: 4, layers: 6")
                  .replace("{type: global-batch}", "{type: global-batch, recompute: true}"));
      assertThat(run(one, again).test()).isEqualTo(run(one, job).test());
    }
  }

  /** A node that computes partitions is lost, before and after the first checkpoint. */
  @ParameterizedTest
  @ValueSource(ints = {4, 30})
  void aStepOfPartitionsOutlivesTheLossOfANode(int call) throws InterruptedException {
    assertThat(assertSame(global("checkpointEvery: 2"), 1, "StepRowsCall", call).lostNodes())
        .isEqualTo(1);
  }

  @Test
  void aStepOfPartitionsThatDoesNotFitIsRefused() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(1, 1, LIMITS)) {
      final JobSettings job =
          settings(
              GLOBAL
                  .replace("hidden: 4", "hidden: 65536")
                  .replace("vertices: 60", "vertices: 2000"));
      cluster.load(job);
      final JobState end = await(cluster, submit(cluster, job));
      assertThat(end.error().code()).isEqualTo("MEMORY_BUDGET_EXCEEDED");
      assertThat(end.error().message()).contains("for a step over 6 partitions of graph blocks,");
    }
  }

  @Test
  void askedForPartitionsThatCannotComputeAJobIsRefused() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(1, 1, LIMITS)) {
      final JobSettings job = global("compute: partitions", "trainers: 4");
      cluster.load(job);
      final JobState end = await(cluster, submit(cluster, job));
      assertThat(end.error().message())
          .isEqualTo(
              "training.compute = partitions, but training.trainers = 4, and each of the 6"
                  + " partitions of graph blocks is one: say trainers or auto.");
      assertThat(run(cluster, global("trainers: 2")).trainers().why())
          .isEqualTo(
              "training.trainers = 2; not by partitions, since training.trainers is a number");
    }
  }

  /** The number of an edge is what its ends are, the second one twice. */
  private static JobSettings numbersOfEdges(Path folder) throws IOException {
    StringBuilder vertices = new StringBuilder("id,a\n");
    StringBuilder edges = new StringBuilder("from,to,price\n");
    for (int v = 0; v < 60; v++) {
      vertices.append("%d,%d%n".formatted(v, v % 4 - 1));
      for (int step : new int[] {1, 3, 7, 18}) {
        final int other = (v + step) % 60;
        edges.append("%d,%d,%d%n".formatted(v, other, v % 4 - 1 + 2 * (other % 4 - 1)));
      }
    }
    Files.writeString(folder.resolve("vertices.csv"), vertices);
    Files.writeString(folder.resolve("edges.csv"), edges);
    return settings(
        """
        name: prices
        source:
          type: csv
          data: %s
          vertices: {file: vertices.csv, key: id, features: [a]}
          edges: {file: edges.csv, source: from, destination: to, target: price}
        graph: {name: prices, partitions: 6}
        model: {type: graphsage, hidden: 16, layers: 1, inputDropout: 0, hiddenDropout: 0}
        task: {type: edge-regression, validation: 0.1, test: 0.3}
        training: {epochs: 40, batchSize: 16, fanouts: [3], learningRate: 0.02, trainers: 2, baseline: false}
        """
            .formatted(folder));
  }

  /** Nothing compares epochs then: the last one is the result. */
  @Test
  void withoutKnownNumbersInTheValidationTheLastEpochIsTheBest(@TempDir Path folder)
      throws IOException, InterruptedException {
    final JobSettings job = numbersOfEdges(folder);
    List<String> known = Files.readAllLines(folder.resolve("edges.csv"));
    for (int i = 1; i < known.size(); i++) {
      if (i < 100 || i > 103) { // four that are drawn for training or test
        known.set(i, known.get(i).replaceFirst(",[^,]*$", ","));
      }
    }
    Files.write(folder.resolve("edges.csv"), known);
    try (LocalCluster cluster = new LocalCluster(1, 1, LIMITS)) {
      final JobResult result = run(cluster, job);
      assertThat(result.epochs()).extracting(EpochInfo::validation).containsOnlyNulls();
      assertThat(result.bestEpoch()).isEqualTo(40);
    }
  }

  @Test
  void numbersOfEdgesAreTheSameOnAnyNodesAndWhenOneIsLost(@TempDir Path folder)
      throws IOException, InterruptedException {
    try (LocalCluster one = new LocalCluster(1, 1, LIMITS);
        LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final JobResult alone = run(one, numbersOfEdges(folder));
      assertThat(alone.test().rmse()).isLessThan(0.2);
      assertThat(alone.test().vertices()).isPositive();
      killAt(cluster, cluster.node(2), "PartitionCall", 9);
      final JobResult result = run(cluster, numbersOfEdges(folder));
      assertThat(result.lostNodes()).isEqualTo(1);
      assertThat(result.test()).isEqualTo(alone.test());
      assertThat(embeddings(cluster, result))
          .usingRecursiveComparison()
          .isEqualTo(embeddings(one, alone));
    }
  }
}
