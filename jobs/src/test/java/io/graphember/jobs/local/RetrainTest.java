// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Publication;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.ModelCatalog;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.jobs.catalog.TrainingMemory;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.result.ResultName;
import io.graphember.jobs.retrain.RetrainWatch;
import io.graphember.jobs.retrain.RetrainWatches;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.jobs.submit.Dispatcher;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.jobs.submit.Retraining;
import io.graphember.spi.CounterRandom;
import io.graphember.training.TrainingError;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models are trained on when their graphs have changed, published if they are not worse. */
class RetrainTest {
  private static final JobLimits LIMITS = new JobLimits(4, 3, 10_000, 1_000);
  private static final ResultName NAME = new ResultName("blocks", "model");
  private static final String MODEL =
      """
      name: model
      source: {type: block-model, vertices: 60, classes: 3, words: 4, degree: 6, seed: 3}
      graph: {name: blocks, partitions: 6, dropDuplicates: true, dropSelfLoops: true}
      model: {type: graphsage, hidden: 4}
      task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
      training: {trainers: 2, epochs: 3, batchSize: 8, fanouts: [3, 3], baseline: false}
      retrain: {changedShare: 0.2, everySeconds: 1, epochs: 2, tolerance: 1}
      """;
  private static final String GLOBAL =
      MODEL
          .replace("hidden: 4", "hidden: 4, hiddenDropout: 0")
          .replace(
              "training: {trainers: 2, epochs: 3, batchSize: 8, fanouts: [3, 3], baseline: false}",
              "training: {batch: {type: global-batch}, epochs: 3}");

  @TempDir Path folder;

  private static JobSettings settings(String yaml) {
    return SettingsDocument.parse("job", yaml).bind(JobSettings.class);
  }

  private static JobSettings larger(String yaml, int vertices) {
    return settings(yaml.replace("vertices: 60", "vertices: " + vertices));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    final CountDownLatch never = new CountDownLatch(1);
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      never.await(1, TimeUnit.MILLISECONDS);
    }
  }

  private static JobResult result(LocalCluster cluster, long job) throws InterruptedException {
    await(
        () ->
            cluster.jobs().state(job).status().ended()
                && cluster.nodes().stream()
                    .allMatch(node -> node.part(RunningJobs.class).count() == 0));
    assertThat(cluster.jobs().state(job).error()).isNull();
    return cluster.jobs().result(job);
  }

  private static JobResult run(LocalCluster cluster, JobSettings settings)
      throws InterruptedException {
    return result(
        cluster,
        cluster
            .node(0)
            .part(JobRunner.class)
            .submit(settings.withoutSource(), new byte[0], Optional.of("ada")));
  }

  private static RetrainWatches watches(LocalCluster cluster) {
    return cluster.node(0).graphs().retrains();
  }

  private static RetrainWatch watch(LocalCluster cluster) {
    return watches(cluster).find(NAME).orElseThrow();
  }

  /** The oldest node looks, as long after the last look as the job says. */
  private static void look(LocalCluster cluster) {
    watches(cluster)
        .change(NAME, watch -> watch.running() == null ? watch.failed(0, watch.last()) : watch);
    cluster.nodes().forEach(node -> node.part(Retraining.class).look());
    cluster.nodes().forEach(node -> node.part(Dispatcher.class).look());
  }

  /** A retraining runs to its end. */
  private static JobResult retrain(LocalCluster cluster) throws InterruptedException {
    look(cluster);
    final long job = watch(cluster).submitted().orElseThrow();
    final JobResult result = result(cluster, job);
    cluster.nodes().forEach(node -> node.part(Retraining.class).look());
    assertThat(watch(cluster).running()).isNull();
    return result;
  }

  private static StoredModel model(LocalCluster cluster) {
    return cluster.node(0).part(ModelCatalog.class).get("job", "blocks", "model");
  }

  private static Map<Object, Object> predictions(LocalCluster cluster) {
    final Publication now =
        cluster.node(0).graphs().publications("blocks", "model", "predictions").get(0);
    return new TreeMap<>(cluster.cache(now.cache()));
  }

  @Test
  void aModelIsTrainedOnWhenEnoughHasChanged() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      cluster.load(settings(MODEL));
      final JobResult first = run(cluster, settings(MODEL));
      final TrainingMemory before = model(cluster).memory().orElseThrow();
      assertThat(before.updates()).isEqualTo(3 * 2); // epochs of two steps
      assertThat(before.slots()).isNotEmpty().isNotEqualTo(new float[before.slots().length]);
      look(cluster);
      assertThat(watch(cluster).running()).as("the same version").isNull();
      cluster.load(larger(MODEL, 66));
      look(cluster);
      assertThat(watch(cluster).running()).as("a tenth of it is new").isNull();
      final long version = cluster.load(larger(MODEL, 90)).version();

      final JobResult result = retrain(cluster);

      assertThat(result.graph().version()).isEqualTo(version);
      assertThat(result.epochs()).hasSize(2);
      assertThat(result.update().published()).isTrue();
      assertThat(result.update().before()).isNotNull();
      assertThat(result.update().after()).isEqualTo(result.test().accuracy());
      assertThat(result.update().why()).startsWith("published: ");
      assertThat(cluster.jobs().state(result.job()).submission().user()).isEqualTo("ada");
      final TrainingMemory after = model(cluster).memory().orElseThrow();
      assertThat(after.updates()).isEqualTo(before.updates() + 2 * 3); // 45 vertices to train on
      assertThat(predictions(cluster)).hasSize(90);
      final RetrainWatch watch = watch(cluster);
      assertThat(watch.base().version()).isEqualTo(version);
      assertThat(watch.figure()).isEqualTo(result.update().after());
      assertThat(watch.last())
          .startsWith("job %d: %s; ".formatted(result.job(), result.update().why()));
      assertThat(watch.retrainings()).isEqualTo(1);
      assertThat(watch.published()).isEqualTo(1);
      look(cluster);
      assertThat(watch(cluster).running()).as("the same version").isNull();
      assertThat(SettingsDocument.parse("job", watch.settings()).bind(JobSettings.class))
          .as("what the next retraining is made of")
          .isEqualTo(settings(MODEL).withoutSource());
      cluster.node(0).graphs().restoreResults("blocks", "model");
      assertThat(predictions(cluster)).hasSize(60);
      assertThat(model(cluster).graphVersion()).isEqualTo(first.graph().version());
    }
  }

  /**
   * It has the bits of a job that somebody submits, and not those without the optimizer's memory.
   */
  @Test
  void aRetrainingGoesOnFromParametersAndTheOptimizersState() throws InterruptedException {
    for (String yaml : new String[] {MODEL, GLOBAL}) {
      try (LocalCluster watched = new LocalCluster(2, 2, LIMITS);
          LocalCluster byHand = new LocalCluster(1, 1, LIMITS);
          LocalCluster anew = new LocalCluster(1, 1, LIMITS)) {
        for (LocalCluster cluster : new LocalCluster[] {watched, byHand, anew}) {
          cluster.load(settings(yaml));
          run(cluster, settings(yaml));
          cluster.load(larger(yaml, 90));
        }
        retrain(watched);
        final String shorter = yaml.replace("epochs: 3", "epochs: 2");
        run(byHand, settings(shorter + "update: {tolerance: 1}\n"));
        run(anew, settings(shorter.replace("hidden: 4", "hidden: 4, from: model")));
        assertThat(model(watched).parameters()).isEqualTo(model(byHand).parameters());
        assertThat(model(watched).memory().orElseThrow().slots())
            .isEqualTo(model(byHand).memory().orElseThrow().slots());
        assertThat(predictions(watched)).usingRecursiveComparison().isEqualTo(predictions(byHand));
        assertThat(model(watched).parameters()).isNotEqualTo(model(anew).parameters());
        assertThat(watch(byHand).base().version())
            .as("follows what is done by hand")
            .isEqualTo(byHand.node(0).graphs().graph("blocks", null).version());
      }
    }
  }

  /** Rings of one class each; from some ring on, what vertices to train on are said to be. */
  private JobSettings rings(int vertices, int shift) throws IOException {
    final StringBuilder table = new StringBuilder("id,ring,split,f0,f1,f2\n");
    final StringBuilder edges = new StringBuilder();
    for (int v = 0; v < vertices; v++) {
      final boolean tested = v / 3 % 2 == 0;
      table.append(
          "v%d,ring-%d,%s".formatted(v, (v + (tested ? 0 : shift)) % 3, tested ? "test" : "train"));
      for (int f = 0; f < 3; f++) {
        final double noise = 0.2 * CounterRandom.unitDouble(CounterRandom.bits(f, v));
        table.append(',').append((f == v % 3 ? 1 : 0) + noise);
      }
      table.append('\n');
      edges.append("v%d,v%d\n".formatted(v, (v + 3) % vertices));
    }
    Files.writeString(folder.resolve("vertices.csv"), table);
    Files.writeString(folder.resolve("edges.csv"), edges);
    return settings(
        """
        name: model
        source:
          type: csv
          data: %s
          keys: string
          vertices: {file: vertices.csv, key: id, label: ring, split: split, features: ['f*']}
          edges: {file: edges.csv, header: false}
        graph: {name: blocks, partitions: 6, symmetrize: true}
        model: {type: graphsage, hidden: 8, hiddenDropout: 0}
        task: {}
        training: {trainers: 1, epochs: 20, batchSize: 16, fanouts: [2, 2], learningRate: 0.05, baseline: false}
        retrain: {changedShare: 0.2, drop: 0.1, everySeconds: 1, epochs: 20}
        """
            .formatted(folder));
  }

  @Test
  void aWorseModelIsNotPublished() throws InterruptedException, IOException {
    try (LocalCluster cluster = new LocalCluster(2, 2, LIMITS)) {
      cluster.load(rings(60, 0));
      run(cluster, rings(60, 0));
      assertThat(watch(cluster).figure()).isGreaterThan(0.9);
      final StoredModel good = model(cluster);
      cluster.load(rings(90, 1)); // labels to learn from are wrong, those of the test are not
      final JobResult worse = retrain(cluster);
      assertThat(worse.update().published()).isFalse();
      assertThat(worse.update().before()).isGreaterThan(0.9);
      assertThat(worse.update().after()).isLessThan(0.5);
      assertThat(worse.update().why())
          .matches(
              "not published: 0\\.\\d{4} on this version, the present model has [01]\\.\\d{4}");
      assertThat(worse.publications()).isEmpty();
      assertThat(model(cluster).parameters()).isEqualTo(good.parameters());
      assertThat(predictions(cluster)).hasSize(60);
      final RetrainWatch watch = watch(cluster);
      assertThat(watch.last())
          .startsWith("job %d: %s; features".formatted(worse.job(), worse.update().why()));
      assertThat(watch.retrainings()).isEqualTo(1);
      assertThat(watch.published()).isZero();
      assertThat(watch.base().version())
          .as("the share is counted from what was tried")
          .isEqualTo(worse.graph().version());
    }
  }

  /** Features of the same distribution have not drifted; those that are shifted have. */
  @Test
  void driftIsMeasuredSinceTheVersionThatTheModelWasTrainedOn()
      throws InterruptedException, IOException {
    final JobResult.Drift[] drifts = new JobResult.Drift[2];
    for (int nodes = 1; nodes <= 2; nodes++) {
      try (LocalCluster cluster = new LocalCluster(nodes, nodes, LIMITS)) {
        final long first = cluster.load(rings(600, 0)).version();
        run(cluster, rings(600, 0));
        cluster.load(rings(900, 0));
        final JobResult.Drift little = retrain(cluster).update().drift();
        assertThat(little.since()).isEqualTo(first);
        assertThat(little.columns()).hasSize(3);
        assertThat(little.stabilityIndex()).isLessThan(0.1);
        assertThat(little.meanDifference()).isLessThan(0.2);
        assertThat(little.predictions()).isLessThan(0.1);
        cluster.load(shifted(rings(900, 0)));
        cluster.load(shifted(rings(1500, 0)));
        drifts[nodes - 1] = retrain(cluster).update().drift();
        assertThat(drifts[nodes - 1].stabilityIndex()).isGreaterThan(0.25);
        assertThat(drifts[nodes - 1].columns().get(0).first()).isEqualTo(1);
        assertThat(drifts[nodes - 1].columns().get(0).vertexType()).isEqualTo("vertex");
      }
    }
    assertThat(drifts[1]).as("the same on any number of nodes").isEqualTo(drifts[0]);
  }

  /** The second feature is 3 more. */
  private JobSettings shifted(JobSettings rings) throws IOException {
    final Path table = folder.resolve("vertices.csv");
    final StringBuilder changed = new StringBuilder();
    for (String line : Files.readAllLines(table)) {
      final String[] values = line.split(",");
      if (!values[0].equals("id")) {
        values[4] = String.valueOf(Double.parseDouble(values[4]) + 3);
      }
      changed.append(String.join(",", values)).append('\n');
    }
    Files.writeString(table, changed);
    return rings;
  }

  /** Little has changed, so the model is tested first. */
  @Test
  void aModelWhoseFigureFallsIsTrainedOn() throws InterruptedException, IOException {
    try (LocalCluster cluster = new LocalCluster(2, 2, LIMITS)) {
      cluster.load(rings(60, 0));
      run(cluster, rings(60, 0));
      final double figure = watch(cluster).figure();
      cluster.load(rings(60, 0));
      final JobResult spared = retrain(cluster);
      assertThat(spared.epochs()).isEmpty();
      assertThat(spared.update().published()).isFalse();
      assertThat(spared.update().after()).isNull();
      assertThat(spared.update().why())
          .matches("the present model is good enough: .* on this version, .* worse than 0\\.\\d+");
      assertThat(watch(cluster).retrainings()).isZero();
      look(cluster);
      assertThat(watch(cluster).running()).as("a version is tested once").isNull();
      watches(cluster) // as if the model had been better than it ever can be
          .change(NAME, watch -> watch.follows(watch.base(), figure + 0.5));
      cluster.load(rings(60, 0));
      final JobResult trained = retrain(cluster);
      assertThat(trained.epochs()).isNotEmpty();
      assertThat(watch(cluster).retrainings()).isEqualTo(1);
    }
  }

  @Test
  void anotherNodeGoesOnWhenTheOneThatWatchesIsLost() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 3, LIMITS)) {
      cluster.load(settings(MODEL));
      run(cluster, settings(MODEL));
      cluster.load(larger(MODEL, 90));
      final LocalNode watching = cluster.node(0);
      watches(cluster).change(NAME, watch -> watch.submits(4711)); // and it dies before it does
      cluster.kill(watching);
      look(cluster);
      assertThat(watch(cluster).running()).isNull();
      assertThat(watch(cluster).last()).isEqualTo("was not submitted");
      look(cluster);
      final long job = watch(cluster).submitted().orElseThrow();
      final LocalNode next = cluster.node(0);
      cluster.kill(next); // which has begun it, perhaps: the last node adopts or starts it
      cluster.nodes().forEach(node -> node.part(Dispatcher.class).look());
      final JobResult result = result(cluster, job);
      assertThat(result.update().published()).isTrue();
      look(cluster);
      assertThat(watch(cluster).base().version()).isEqualTo(result.graph().version());
      assertThat(watch(cluster).retrainings()).isEqualTo(1);
    }
  }

  @Test
  void whatIsDroppedIsWatchedNoMore() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(1, 1, LIMITS)) {
      cluster.load(settings(MODEL));
      run(cluster, settings(MODEL));
      assertThat(watches(cluster).all()).hasSize(1);
      run(cluster, settings(MODEL.replace("name: model", "name: other")));
      cluster.node(0).graphs().dropResults("blocks", "model");
      assertThat(watches(cluster).all()).extracting(RetrainWatch::job).containsExactly("other");
      run(cluster, settings(MODEL));
      cluster.node(0).graphs().dropModel("blocks", "model");
      assertThat(watches(cluster).all()).extracting(RetrainWatch::job).containsExactly("other");
      run(cluster, settings(MODEL));
      run(cluster, settings(MODEL.replaceAll("retrain: .*\n", ""))); // it says so no more
      assertThat(watches(cluster).all()).extracting(RetrainWatch::job).containsExactly("other");
      cluster.node(0).graphs().dropGraph("blocks", false);
      assertThat(watches(cluster).all()).isEmpty();
      assertThat(cluster.entries().below("retrain/")).isEmpty();
    }
  }

  /** Of a failure that passes it is tried again, of another one with the next version. */
  @Test
  void aRetrainingThatFailsSaysWhy() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(1, 1, LIMITS)) {
      cluster.load(settings(MODEL));
      run(cluster, settings(MODEL));
      cluster.load(settings(MODEL.replace("words: 4", "words: 5").replace("60", "90")));
      look(cluster);
      final long job = watch(cluster).submitted().orElseThrow();
      await(() -> cluster.jobs().state(job).status() == JobState.Status.FAILED);
      await(
          () -> {
            cluster.node(0).part(Retraining.class).look();
            return watch(cluster).running() == null;
          });
      assertThat(watch(cluster).last())
          .startsWith("job %d failed, MODEL_MISMATCH: update = model: ".formatted(job));
      look(cluster);
      assertThat(watch(cluster).running()).isNull();
    }
  }

  @Test
  void anUpdateNeedsAModelWithItsOptimizersState() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(1, 1, LIMITS)) {
      cluster.load(settings(MODEL));
      final String plain = MODEL.replaceAll("retrain: .*\n", "");
      assertFails(
          cluster,
          plain + "update: {}\n",
          NodeError.MODEL_UNKNOWN.name(),
          "update = model: that job has left no parameters for graph blocks.");
      run(cluster, settings(plain));
      assertThat(model(cluster).memory()).isEmpty();
      assertFails(
          cluster,
          plain + "update: {}\n",
          NodeError.MODEL_MISMATCH.name(),
          "update = model: that job has kept nothing that optimizer adam remembers: train it with a section retrain or update, by the same training.optimizer.");
    }
  }

  /** What is learned for such vertices belongs to one version. */
  @Test
  void graphsOfVerticesWithoutFeaturesAreRefused() throws InterruptedException, IOException {
    final JobSettings rings = rings(60, 0);
    try (LocalCluster cluster = new LocalCluster(1, 1, LIMITS)) {
      final SettingsDocument without =
          SettingsDocument.parse("job", SettingsDocument.toJson(rings))
              .set("source.vertices.features=[]");
      cluster.load(without.bind(JobSettings.class));
      assertFails(
          cluster,
          without.bind(JobSettings.class),
          TrainingError.TASK_UNFIT.name(),
          "Graph blocks has vertices without features, whose rows belong to one version of it: leave out section retrain.");
    }
  }

  private static void assertFails(LocalCluster cluster, String yaml, String code, String message)
      throws InterruptedException {
    assertFails(cluster, settings(yaml), code, message);
  }

  private static void assertFails(
      LocalCluster cluster, JobSettings job, String code, String message)
      throws InterruptedException {
    final long number =
        cluster
            .node(0)
            .part(JobRunner.class)
            .submit(job.withoutSource(), new byte[0], Optional.empty());
    await(() -> cluster.jobs().state(number).status() == JobState.Status.FAILED);
    assertThat(cluster.jobs().state(number).error().code()).isEqualTo(code);
    assertThat(cluster.jobs().state(number).error().message()).isEqualTo(message);
  }

  @Test
  void settingsThatContradictEachOtherAreRefused() {
    assertThatThrownBy(
            () ->
                settings(
                    MODEL
                        .replace("name: blocks", "name: blocks, version: 3")
                        .replaceAll("source: .*\n", "")))
        .hasMessageContaining(
            "graph.version = 3: must be left out with section retrain, which follows newer versions");
    assertThatThrownBy(
            () -> settings(MODEL.replace("hidden: 4", "hidden: 4, from: it") + "update: {}\n"))
        .hasMessageContaining(
            "model.from = it: must be left out with section update, which goes on with the job's own model");
  }
}
