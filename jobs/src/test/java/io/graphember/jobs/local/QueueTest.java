// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.api.JobInfo;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Json;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.checkpoint.StoredCheckpoint;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.record.JobRecords;
import io.graphember.jobs.submit.Dispatcher;
import io.graphember.jobs.submit.JobCancellations;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.jobs.submit.JobStates;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Jobs that wait for a place. */
class QueueTest {
  private static final JobLimits LIMITS = new JobLimits(4, 3, 10_000, 1_000);
  private static final NodeLimits ONE_JOB = new NodeLimits(1, 3, 4, 0);
  private static final String SHORT =
      """
      name: short
      source: {type: block-model, vertices: 60, classes: 3, words: 4, degree: 6, seed: 3}
      graph: {name: blocks, partitions: 6, dropDuplicates: true, dropSelfLoops: true}
      model: {type: graphsage, hidden: 4}
      task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
      training: {epochs: 2, batchSize: 8, fanouts: [3, 3], baseline: false, checkpointEvery: 1}
      """;
  private static final String ENDLESS = SHORT.replace("epochs: 2", "epochs: 1000000");

  private static JobSettings settings(String yaml, String... changes) {
    SettingsDocument document = SettingsDocument.parse("job", yaml);
    for (String change : changes) {
      document = document.set(change);
    }
    return document.bind(JobSettings.class);
  }

  private static LocalCluster cluster(int nodes) throws InterruptedException {
    final LocalCluster cluster = new LocalCluster(nodes, 2, LIMITS, ONE_JOB);
    cluster.load(settings(SHORT));
    return cluster;
  }

  private static long submit(LocalCluster cluster, String user, JobSettings job) {
    return cluster
        .node(0)
        .part(JobRunner.class)
        .submit(job.withoutSource(), new byte[0], Optional.of(user));
  }

  private static JobState state(LocalCluster cluster, long job) {
    return cluster.node(0).part(JobStates.class).of(job);
  }

  private static boolean cancel(LocalCluster cluster, long job) {
    return cluster.node(0).part(JobCancellations.class).cancel(job);
  }

  /** Waits as a cluster does, whose oldest node looks at the queue now and then. */
  private static void await(LocalCluster cluster, BooleanSupplier condition)
      throws InterruptedException {
    final CountDownLatch never = new CountDownLatch(1);
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      cluster.nodes().forEach(node -> node.part(Dispatcher.class).look());
      never.await(2, TimeUnit.MILLISECONDS);
    }
  }

  private static JobState end(LocalCluster cluster, long job) throws InterruptedException {
    await(cluster, () -> state(cluster, job).status().ended());
    return state(cluster, job);
  }

  @Test
  void usersTakeTurnsAndPlacesCanBeRead() throws InterruptedException {
    try (LocalCluster cluster = cluster(1)) {
      final long first = submit(cluster, "ann", settings(ENDLESS));
      final long second = submit(cluster, "ann", settings(SHORT, "name=second"));
      final long third = submit(cluster, "ann", settings(SHORT, "name=third", "queue.priority=1"));
      final long other = submit(cluster, "bob", settings(SHORT, "name=other"));

      assertThat(state(cluster, first).status()).isEqualTo(JobState.Status.RUNNING);
      assertThat(cluster.node(0).part(JobStates.class).all())
          .extracting(JobInfo::job)
          .containsExactly(first, other, third, second);
      assertThat(cluster.node(0).part(JobStates.class).all())
          .extracting(JobInfo::place)
          .containsExactly(null, 1, 2, 3);
      final JobState waits = state(cluster, second);
      assertThat(waits.status()).isEqualTo(JobState.Status.QUEUED);
      assertThat(waits.phase()).isEqualTo("queue");
      assertThat(waits.place()).isEqualTo(3);
      assertThat(waits.totalEpochs()).isEqualTo(2);
      assertThat(waits.submission().user()).isEqualTo("ann");
      assertThat(waits.submission().kind()).isEqualTo("train");

      assertThat(cancel(cluster, first)).isTrue();
      for (long job : List.of(second, third, other)) {
        assertThat(end(cluster, job).status()).isEqualTo(JobState.Status.DONE);
      }

      assertThat(
              cluster.node(0).part(JobStates.class).all().stream()
                  .sorted(Comparator.comparing(JobInfo::ended))
                  .map(JobInfo::job))
          .containsExactly(first, other, third, second);
      assertNothingLeft(cluster);
    }
  }

  @Test
  void aJobHasEndedOnceItsRecordSaysSoToo() throws InterruptedException {
    try (LocalCluster cluster = cluster(2)) {
      final long job = submit(cluster, "ann", settings(ENDLESS));
      await(cluster, () -> state(cluster, job).epochs().size() > 1);
      final JobStates states = cluster.node(1).part(JobStates.class); // it does not coordinate
      final JobState ended = state(cluster, job).with(JobState.Status.CANCELLED);

      assertThat(seen(cluster, states, ended.endedAt(System.currentTimeMillis())))
          .isEqualTo(JobState.Status.RUNNING);
      assertThat(seen(cluster, states, ended.endedAt(System.currentTimeMillis() - 10_000)))
          .isEqualTo(JobState.Status.CANCELLED); // nobody waits for ever for a lost record

      assertThat(cancel(cluster, job)).isTrue();
      assertThat(end(cluster, job).keptStep()).isNotNull();
      assertThat(cluster.node(1).part(GraphCatalog.class).checkpoints())
          .extracting(StoredCheckpoint::id)
          .containsExactly(job);
    }
  }

  /** What is said of a job whose state was written. */
  private static JobState.Status seen(LocalCluster cluster, JobStates states, JobState written) {
    cluster.node(1).part(JobCatalog.class).put(written);
    return states.of(written.job()).status();
  }

  @Test
  void aJobThatDoesNotWaitIsRefusedAndSoIsOneTooMany() throws InterruptedException {
    try (LocalCluster cluster = cluster(1)) {
      final long first = submit(cluster, "ann", settings(ENDLESS));
      final JobRunner runner = cluster.node(0).part(JobRunner.class);
      final JobSettings impatient = settings(SHORT, "queue.waitSeconds=0");
      assertThatThrownBy(() -> submit(cluster, "ann", impatient))
          .satisfies(e -> assertThat(((GraphemberException) e).is(NodeError.NODE_BUSY)).isTrue());
      assertThatThrownBy(() -> runner.check(impatient, Optional.of("ann")))
          .satisfies(e -> assertThat(((GraphemberException) e).is(NodeError.NODE_BUSY)).isTrue());

      for (int i = 0; i < 3; i++) {
        runner.check(settings(SHORT), Optional.of("ann"));
        submit(cluster, "ann", settings(SHORT, "name=job-" + i));
      }
      final String full =
          "In the cluster 3 of at most 3 jobs wait: submit it again when some have begun, or raise"
              + " maxQueuedJobs in GraphemberConfiguration.";
      assertThatThrownBy(() -> submit(cluster, "bob", settings(SHORT))).hasMessage(full);
      assertThatThrownBy(() -> runner.check(settings(SHORT), Optional.of("bob"))).hasMessage(full);

      cancel(cluster, first);
      for (long job = first + 1; job <= first + 3; job++) {
        assertThat(end(cluster, job).status()).isEqualTo(JobState.Status.DONE);
      }
      assertNothingLeft(cluster);
    }
  }

  /** Whoever looks at the queue may end the job before the one that cancels it has looked again. */
  @RepeatedTest(30)
  void aJobThatWaitsIsCancelledWhileTheQueueIsLookedAt() throws InterruptedException {
    try (LocalCluster cluster = cluster(1)) {
      submit(cluster, "ann", settings(ENDLESS));
      final long second = submit(cluster, "ann", settings(SHORT, "name=second"));
      final CompletableFuture<Boolean> cancelled =
          CompletableFuture.supplyAsync(() -> cancel(cluster, second));
      assertThat(end(cluster, second).status()).isEqualTo(JobState.Status.CANCELLED);
      assertThat(cancelled.join()).isTrue();
    }
  }

  @Test
  void aJobThatWaitsCanBeCancelledAndWaitsNoLongerThanItWas() throws InterruptedException {
    try (LocalCluster cluster = cluster(1)) {
      final long first = submit(cluster, "ann", settings(ENDLESS));
      final long second = submit(cluster, "ann", settings(SHORT, "name=second"));
      final long third =
          submit(cluster, "ann", settings(SHORT, "name=third", "queue.waitSeconds=1"));

      assertThat(cancel(cluster, second)).isTrue();
      assertThat(end(cluster, second).status()).isEqualTo(JobState.Status.CANCELLED);
      assertThat(cancel(cluster, second)).as("it has ended").isFalse();
      final JobState late = end(cluster, third);
      assertThat(late.status()).isEqualTo(JobState.Status.FAILED);
      assertThat(late.ended()).isGreaterThanOrEqualTo(late.submission().submitted() + 1000);
      assertThat(late.error().code()).isEqualTo("QUEUE_TIME_EXCEEDED");
      assertThat(late.error().message())
          .isEqualTo(
              "Job %d has waited 1 s for a place, the longest it was to (queue.waitSeconds): 'graphember resume %d' lets it wait again."
                  .formatted(third, third));

      final long again =
          cluster
              .node(0)
              .part(JobRunner.class)
              .resume(
                  cluster.node(0).part(JobRecords.class).get(third),
                  settings(SHORT, "name=third", "queue.waitSeconds=1").withoutSource(),
                  Optional.of("ann"));
      assertThat(again).isEqualTo(third);
      assertThat(state(cluster, third).status()).isEqualTo(JobState.Status.QUEUED);
      cancel(cluster, first);
      assertThat(end(cluster, third).status()).isEqualTo(JobState.Status.DONE);
    }
  }

  /** Nobody coordinates a job that waits: what it needs is in the catalog. */
  @Test
  void aJobOutlivesTheNodeThatTookItAndTheOneThatDecides() throws InterruptedException {
    try (LocalCluster cluster = cluster(3)) {
      submit(cluster, "ann", settings(ENDLESS));
      final long second =
          cluster
              .node(1)
              .part(JobRunner.class)
              .submit(
                  settings(ENDLESS, "name=second").withoutSource(),
                  new byte[0],
                  Optional.of("ann"));
      final long third =
          cluster
              .node(2)
              .part(JobRunner.class)
              .submit(
                  settings(ENDLESS, "name=third").withoutSource(), new byte[0], Optional.of("ann"));
      final long waits = submit(cluster, "bob", settings(SHORT, "name=waits"));
      assertThat(state(cluster, waits).status()).isEqualTo(JobState.Status.QUEUED);

      cluster.kill(cluster.node(0));

      assertThat(state(cluster, waits).status()).isEqualTo(JobState.Status.QUEUED);
      cancel(cluster, second);
      cancel(cluster, third);
      cancel(cluster, 1);
      assertThat(end(cluster, waits).status()).isEqualTo(JobState.Status.DONE);
    }
  }

  /** A thousand others may come before it. */
  @Test
  void whatCameWithAJobThatWaitsStaysUntilItHasEnded() throws InterruptedException {
    try (LocalCluster cluster = cluster(1)) {
      submit(cluster, "ann", settings(ENDLESS));
      final long waits = submit(cluster, "ann", settings(SHORT, "name=waits"));
      final JobState state = state(cluster, waits);
      final JobCatalog jobs = cluster.jobs();
      jobs.putAttachment(waits, new byte[] {1});

      jobs.begin(numbered(state, waits + 1000));
      assertThat(jobs.attachment(waits)).hasSize(1);
      assertThat(jobs.find(waits)).isPresent();

      cancel(cluster, waits);
      end(cluster, waits);
      jobs.begin(numbered(state, waits + 1000));
      assertThat(jobs.attachment(waits)).isEmpty();
      assertThat(jobs.find(waits)).isEmpty();
    }
  }

  private static JobState numbered(JobState state, long job) {
    return Json.read(
        Json.write(state).replaceFirst("\"job\":\\d+", "\"job\":" + job), JobState.class);
  }

  /** Trainers are counted where they run, by whatever nodes the jobs are coordinated. */
  @Test
  void aJobWaitsForPlacesOfItsTrainers() throws InterruptedException {
    final JobLimits fewTrainers = new JobLimits(2, 3, 10_000, 1_000);
    try (LocalCluster cluster = new LocalCluster(1, 1, fewTrainers, new NodeLimits(4, 4, 4, 0))) {
      cluster.load(settings(SHORT));
      final long large = submit(cluster, "ann", settings(SHORT, "training.trainers=3"));
      assertThat(end(cluster, large).error().code())
          .as("nobody runs whose end would help")
          .isEqualTo("NODE_BUSY");
      final long first = submit(cluster, "ann", settings(ENDLESS, "training.trainers=2"));
      await(cluster, () -> state(cluster, first).phase().equals("train"));
      final long second =
          submit(cluster, "bob", settings(SHORT, "name=second", "training.trainers=1"));
      await(cluster, () -> state(cluster, second).status() == JobState.Status.QUEUED);
      final long impatient =
          submit(
              cluster,
              "bob",
              settings(SHORT, "name=third", "training.trainers=1", "queue.waitSeconds=0"));
      assertThat(end(cluster, impatient).error().code()).isEqualTo("NODE_BUSY");

      cancel(cluster, first);

      final JobState end = end(cluster, second);
      assertThat(end.error()).isNull();
      assertThat(end.status()).isEqualTo(JobState.Status.DONE);
      assertNothingLeft(cluster);
    }
  }

  @Test
  void aJobThatDoesNotFitBesideOthersWaitsForThem() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(1, 2, LIMITS)) {
      cluster.load(settings(SHORT));
      final MemoryBudget budget = cluster.node(0).part(MemoryBudget.class);
      final long all = budget.limitBytes();
      final MemoryBudget.Reservation most = budget.take(all - 100, "the test");
      assertThat(end(cluster, submit(cluster, "ann", settings(SHORT))).error().code())
          .as("nobody runs whose end would help")
          .isEqualTo("MEMORY_BUSY");
      most.shrinkTo(0);

      final long first = submit(cluster, "ann", settings(ENDLESS));
      await(cluster, () -> state(cluster, first).phase().equals("train"));
      most.grow(all - budget.takenBytes() - 100);
      final long second = submit(cluster, "bob", settings(SHORT, "name=second"));
      await(cluster, () -> state(cluster, second).status() == JobState.Status.QUEUED);
      final long impatient =
          submit(cluster, "bob", settings(SHORT, "name=third", "queue.waitSeconds=0"));
      assertThat(end(cluster, impatient).error().code()).isEqualTo("MEMORY_BUSY");

      cancel(cluster, first);
      most.close();

      final JobState end = end(cluster, second);
      assertThat(end.error()).isNull();
      assertThat(end.status()).isEqualTo(JobState.Status.DONE);
      assertNothingLeft(cluster);
    }
  }

  private static void assertNothingLeft(LocalCluster cluster) throws InterruptedException {
    await(
        cluster,
        () ->
            cluster.nodes().stream()
                .allMatch(node -> node.idle() && node.part(JobRunner.class).takenJobs() == 0));
    assertThat(cluster.node(0).part(JobRecords.class).running()).isEmpty();
    assertThat(cluster.entries().below("use/")).isEmpty();
  }
}
