// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.Publication;
import io.graphember.client.api.Vector;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.count.JobCounts;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.record.JobRecords;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.jobs.submit.JobCancellations;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs whose coordinator is lost, or stops, and jobs that are resumed. */
class AdoptionTest {
  private static final JobLimits LIMITS = new JobLimits(4, 3, 10_000, 1_000);
  private static final String MODEL =
      """
      name: model
      source: {type: block-model, vertices: 60, classes: 3, words: 4, degree: 6, seed: 3}
      graph: {name: blocks, partitions: 6, dropDuplicates: true, dropSelfLoops: true}
      model: {type: graphsage, hidden: 4}
      task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
      training: {epochs: 6, batchSize: 8, fanouts: [3, 3], baseline: false, checkpointEvery: 2}
      """;

  private static JobSettings settings(String yaml) {
    return SettingsDocument.parse("job", yaml).bind(JobSettings.class);
  }

  private static JobState await(LocalCluster cluster, long job) throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      final JobState state = cluster.jobs().state(job);
      if (state.status().ended() && idle(cluster)) {
        return state;
      }
      assertThat(System.nanoTime()).as("%s", state).isLessThan(end);
      never.await(1, TimeUnit.MILLISECONDS);
    }
  }

  private static boolean idle(LocalCluster cluster) {
    return cluster.nodes().stream().allMatch(node -> node.part(RunningJobs.class).count() == 0);
  }

  private static long submit(LocalCluster cluster, JobSettings settings) {
    return cluster
        .node(0)
        .part(JobRunner.class)
        .submit(settings.withoutSource(), new byte[0], Optional.empty());
  }

  private static JobResult result(LocalCluster cluster, long job) throws InterruptedException {
    final JobState end = await(cluster, job);
    assertThat(end.error()).isNull();
    assertThat(end.status()).isEqualTo(JobState.Status.DONE);
    return cluster.jobs().result(job);
  }

  private static JobResult run(LocalCluster cluster, JobSettings settings)
      throws InterruptedException {
    cluster.load(settings);
    return result(cluster, submit(cluster, settings));
  }

  /** What a job has published, for comparison. */
  private static Map<String, Object> published(LocalCluster cluster, JobResult result) {
    Map<String, Object> all = new TreeMap<>();
    for (Publication publication : result.publications().values()) {
      cluster
          .cache(publication.cache())
          .forEach(
              (key, value) ->
                  all.put(
                      publication.name() + " " + key,
                      value instanceof Vector vector ? vector.values() : value));
    }
    return all;
  }

  private static void at(LocalCluster cluster, String kind, int number, Runnable then) {
    AtomicInteger calls = new AtomicInteger();
    for (LocalNode node : cluster.nodes()) {
      node.onCall(
          call -> {
            if (call.kind().equals(kind) && calls.incrementAndGet() == number) {
              then.run();
            }
          });
    }
  }

  private static void assertNothingLeft(LocalCluster cluster, LocalCluster quiet) {
    assertThat(cluster.cacheNames()).hasSameSizeAs(quiet.cacheNames());
    cluster.assertIdle();
    assertThat(cluster.entries().below("job/")).isEmpty();
    assertThat(cluster.entries().below("use/")).isEmpty();
    assertThat(cluster.entries().below("checkpoint/")).isEmpty();
  }

  private static void assertSame(
      LocalCluster cluster, JobResult result, LocalCluster quiet, JobResult undisturbed) {
    assertThat(result.test()).isEqualTo(undisturbed.test());
    assertThat(result.epochs())
        .usingRecursiveComparison()
        .ignoringFields("seconds", "waitSeconds")
        .isEqualTo(undisturbed.epochs());
    assertThat(published(cluster, result))
        .usingRecursiveComparison()
        .isEqualTo(published(quiet, undisturbed));
  }

  private static void adopted(JobSettings job, String kind, int number, boolean inOrder)
      throws InterruptedException {
    try (LocalCluster quiet = new LocalCluster(3, 2, LIMITS);
        LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final JobResult undisturbed = run(quiet, job);
      final LocalNode coordinator = cluster.node(0);
      at(
          cluster,
          kind,
          number,
          () -> {
            if (inOrder) {
              coordinator.leave();
            }
            cluster.kill(coordinator);
          });

      final JobResult result = run(cluster, job);

      assertThat(cluster.nodes()).hasSize(2);
      assertThat(result.lostNodes()).isEqualTo(1);
      assertThat(
              cluster.nodes().stream()
                  .mapToLong(node -> node.part(JobCounts.class).lossesSurvived())
                  .sum())
          .isEqualTo(result.lostNodes());
      assertSame(cluster, result, quiet, undisturbed);
      assertNothingLeft(cluster, quiet);
      if (!inOrder) {
        final String about = "[job=%d, graph=blocks, node=".formatted(result.job());
        assertThat(cluster.warnings())
            .anyMatch(line -> line.startsWith(about) && line.contains("lost its coordinator"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "NodeMessages$Open, 2, false",
    "PartitionCall, 5, false",
    "PartitionCall, 40, false",
    "PublishMessages$Publish, 1, false",
    "InferenceMessages$Stage, 2, false",
    "NodeMessages$Release, 1, false",
    "PartitionCall, 40, true"
  })
  void anotherNodeGoesOnWithAModel(String kind, int number, boolean inOrder)
      throws InterruptedException {
    final boolean layers = kind.startsWith("Inference");
    adopted(
        settings(layers ? MODEL : MODEL.replace("fanouts", "evaluationFanouts: [3, 3], fanouts")),
        kind,
        number,
        inOrder);
  }

  @ParameterizedTest
  @CsvSource({
    "NodeMessages$Open, 1, false",
    "EmbeddingMessages$Train, 3, false",
    "TableMessages$Checkpoint, 4, false",
    "EmbeddingMessages$Train, 5, true",
    "PublishMessages$PublishRows, 1, false"
  })
  void anotherNodeGoesOnWithEmbeddings(String kind, int number, boolean inOrder)
      throws InterruptedException {
    adopted(settings(LocalJobsTest.WALKS), kind, number, inOrder);
  }

  /** One of them leaves while an attempt runs, the other one before the next has begun. */
  @Test
  void tooManyLossesBetweenAttemptsEndTheJobAndLeaveNothingOpen() throws InterruptedException {
    final JobLimits one = new JobLimits(4, 1, 10_000, 1_000);
    try (LocalCluster cluster = new LocalCluster(4, 2, one)) {
      final LocalNode first = cluster.node(3);
      final LocalNode second = cluster.node(2);
      at(cluster, "TableMessages$Checkpoint", 4, () -> cluster.kill(first));
      at(cluster, "NodeMessages$Release", 1, () -> cluster.kill(second));
      cluster.load(settings(LocalJobsTest.WALKS));

      final JobState end = await(cluster, submit(cluster, settings(LocalJobsTest.WALKS)));

      assertThat(cluster.nodes()).hasSize(2);
      assertThat(end.error().code()).isEqualTo("PARTITION_LOST");
      assertThat(end.error().message()).contains("the job may outlive the loss of 1 nodes");
      cluster.assertIdle();
    }
  }

  /** That it was cancelled is known to whoever goes on with it. */
  @Test
  void aJobThatWasCancelledWhenItsCoordinatorWasLostDoesNotGoOn() throws InterruptedException {
    final JobSettings job = settings(MODEL.replace("epochs: 6", "epochs: 100000"));
    try (LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final LocalNode coordinator = cluster.node(0);
      at(cluster, "CoordinatorMessages$Stop", 1, () -> cluster.kill(coordinator));
      cluster.load(job);
      final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
      at(
          cluster,
          "PartitionCall",
          40,
          () ->
              cancelled.completeAsync(
                  () -> cluster.node(1).part(JobCancellations.class).cancel(1)));

      final long number = submit(cluster, job);

      assertThat(number).isOne();
      assertThat(cancelled.join()).isTrue();
      assertThat(await(cluster, number).status()).isEqualTo(JobState.Status.CANCELLED);
      assertThat(cluster.nodes()).hasSize(2);
    }
  }

  /** Cancels a job once it has a complete checkpoint. */
  private static long cancelled(LocalCluster cluster, JobSettings job) throws InterruptedException {
    cluster.load(job);
    AtomicBoolean done = new AtomicBoolean();
    cluster.onCall(
        call -> {
          for (JobRecord record : cluster.node(0).part(JobRecords.class).running()) {
            if (cluster.node(0).graphs().keptStep(record.job()) != null
                && done.compareAndSet(false, true)) {
              cluster.node(0).part(RunningJobs.class).cancel(record.job());
            }
          }
        });
    final long number = submit(cluster, job);
    assertThat(await(cluster, number).status()).isEqualTo(JobState.Status.CANCELLED);
    return number;
  }

  private static long resume(LocalCluster cluster, long job, String... changes) {
    final JobRecord record = cluster.node(1).part(JobRecords.class).get(job);
    SettingsDocument document = SettingsDocument.parse("job", record.settings());
    for (String change : changes) {
      document = document.set(change);
    }
    return cluster
        .node(1)
        .part(JobRunner.class)
        .resume(record, document.bind(JobSettings.class), Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"model", "walks"})
  void aCancelledJobGoesOnFromItsCheckpoint(String name) throws InterruptedException {
    final JobSettings job = settings(name.equals("model") ? MODEL : LocalJobsTest.WALKS);
    try (LocalCluster quiet = new LocalCluster(3, 2, LIMITS);
        LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final JobResult undisturbed = run(quiet, job);
      final long first = cancelled(cluster, job);
      final long step = cluster.node(0).part(JobCatalog.class).state(first).keptStep();
      assertThat(step).isPositive();
      assertThat(cluster.node(0).graphs().checkpoints()).hasSize(1);

      assertThat(resume(cluster, first)).isEqualTo(first);

      final JobResult result = result(cluster, first);
      assertSame(cluster, result, quiet, undisturbed);
      assertThat(result.origin()).isNull();
      assertNothingLeft(cluster, quiet);
    }
  }

  /** The bits of a job that had as many epochs from the start. */
  @ParameterizedTest
  @CsvSource({"model, training.epochs=9", "walks, embedding.learningRate=0.1"})
  void withMoreEpochsItIsANewJob(String name, String change) throws InterruptedException {
    final JobSettings job = settings(name.equals("model") ? MODEL : LocalJobsTest.WALKS);
    try (LocalCluster quiet = new LocalCluster(3, 2, LIMITS);
        LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final JobResult undisturbed =
          run(
              quiet,
              SettingsDocument.parse("job", name.equals("model") ? MODEL : LocalJobsTest.WALKS)
                  .set(change)
                  .bind(JobSettings.class));
      final long first = cancelled(cluster, job);

      final long second = resume(cluster, first, "name=other", change);

      assertThat(second).isGreaterThan(first);
      final JobResult result = result(cluster, second);
      assertThat(result.origin()).isEqualTo(first);
      assertThat(cluster.node(0).part(JobCatalog.class).state(second).origin()).isEqualTo(first);
      assertSame(cluster, result, quiet, undisturbed);
      assertThat(result.epochs()).extracting(EpochInfo::epoch).startsWith(1);
      assertThat(cluster.node(0).graphs().checkpoints())
          .as("the old job can still be resumed")
          .hasSize(1);
      resume(cluster, first);
      assertThat(result(cluster, first).job()).isEqualTo(first);
    }
  }

  private static void assertRefused(LocalCluster cluster, long job, String change, String why) {
    assertThatThrownBy(() -> resume(cluster, job, change))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(NodeError.RESUME_REFUSED)).isTrue())
        .hasMessage(why.formatted(job));
  }

  /** Its coordinator had said so, and was lost before it forgot it. */
  @Test
  void aJobThatIsDoneIsNotRunAgain() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final JobSettings job = settings(MODEL);
      final long done = run(cluster, job).job();
      final LocalNode coordinator = cluster.node(0);
      coordinator
          .part(JobRecords.class)
          .begin(
              JobRecord.submitted(
                  done,
                  SettingsDocument.toJson(job.withoutSource()),
                  Optional.empty(),
                  coordinator.self().id(),
                  0));

      cluster.kill(coordinator);

      assertThat(cluster.jobs().state(done).status()).isEqualTo(JobState.Status.DONE);
      assertThat(cluster.entries().below("job/")).isEmpty();
      assertThat(idle(cluster)).isTrue();
    }
  }

  private static JobSettings longer(String name) {
    return settings(
        name.equals("model")
            ? MODEL
                .replace("epochs: 6", "trainers: 4, epochs: 250")
                .replace("checkpointEvery: 2", "checkpointEvery: 50")
            : LocalJobsTest.WALKS
                .replace("epochs: 3", "epochs: 100")
                .replace("Every: 4", "Every: 50"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"model", "walks"})
  void aNodeThatJoinsServesFromTheNextEpochOn(String name) throws InterruptedException {
    final JobSettings job = longer(name);
    try (LocalCluster quiet = new LocalCluster(2, 2, LIMITS);
        LocalCluster cluster = new LocalCluster(2, 2, LIMITS)) {
      final JobResult undisturbed = run(quiet, job);
      at(
          cluster,
          name.equals("model") ? "PartitionCall" : "EmbeddingMessages$Train",
          9,
          cluster::join);

      final JobResult result = run(cluster, job);

      assertThat(result.lostNodes()).isZero();
      assertThat(result.nodes()).hasSize(3);
      assertThat(result.nodes()).extracting(node -> node.partitions().length).containsOnly(2);
      assertThat(result.trainers().trainers()).isEqualTo(undisturbed.trainers().trainers());
      assertThat(result.nodes().stream().filter(node -> node.trainers() > 0).count())
          .isGreaterThan(name.equals("model") ? 2 : 1);
      assertSame(cluster, result, quiet, undisturbed);
      assertNothingLeft(cluster, quiet);
    }
  }

  @ParameterizedTest
  @CsvSource({"model, 0", "model, 1", "walks, 0", "walks, 2"})
  void aNodeThatIsDrainedHandsOver(String name, int drained) throws InterruptedException {
    final JobSettings job = longer(name);
    try (LocalCluster quiet = new LocalCluster(3, 2, LIMITS);
        LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final JobResult undisturbed = run(quiet, job);
      final LocalNode node = cluster.node(drained);
      at(
          cluster,
          name.equals("model") ? "PartitionCall" : "EmbeddingMessages$Train",
          9,
          () -> node.states().drain(node.self().name(), "somebody"));

      final JobResult result = run(cluster, job);

      assertThat(result.lostNodes()).isZero();
      assertThat(result.nodes()).extracting(NodeCounts::node).doesNotContain(node.self().name());
      assertThat(result.nodes().stream().mapToInt(counts -> counts.partitions().length).sum())
          .isEqualTo(6);
      assertSame(cluster, result, quiet, undisturbed);
      assertNothingLeft(cluster, quiet);
    }
  }

  @Test
  void whatTheCheckpointDependsOnMustBeAsItWas() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final long job = cancelled(cluster, settings(MODEL));
      assertRefused(
          cluster,
          job,
          "seed=5",
          "Job %d cannot be resumed with seed = 5: it began with 0, and only name, training.epochs, training.learningRate may change; submit another job.");
      assertRefused(
          cluster,
          job,
          "model.hidden=8",
          "Job %d cannot be resumed with model.hidden = 8: it began with 4, and only name, training.epochs, training.learningRate may change; submit another job.");
      cluster.load(settings(MODEL));
      final List<Long> version =
          cluster.node(0).graphs().graphs().stream().map(graph -> graph.version()).toList();
      assertRefused(
          cluster,
          job,
          "training.epochs=7",
          "Job %d cannot be resumed: it ran on version 1 of graph blocks, and the cluster has version "
              + version.get(0)
              + "; submit it again.");
    }
  }

  @Test
  void aJobThatRunsIsNotResumed() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, LIMITS)) {
      final JobSettings job = settings(MODEL.replace("epochs: 6", "epochs: 100000"));
      cluster.load(job);
      final long number = submit(cluster, job);
      assertRefused(
          cluster, number, "training.epochs=7", "Job %d runs already: follow or cancel it.");
      cluster.node(0).part(RunningJobs.class).cancel(number);
      assertThat(await(cluster, number).status()).isEqualTo(JobState.Status.CANCELLED);
    }
  }
}
