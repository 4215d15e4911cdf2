// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.JobInfo;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Json;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What nodes take at once, and what a user may run in a cluster of several nodes. */
class LimitsTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int NODES = 2;
  private static final int MOST_LOADS = 2;
  private static final int MOST_JOBS = 2;
  private static final int MOST_OF_USER = 3;
  private static final int MOST_QUEUED = 3;

  private static TestCluster cluster;
  private static GraphemberClient client;
  private static final List<JobHandle> RUNNING = new ArrayList<>();
  private static int names;

  @BeforeAll
  static void load() {
    cluster =
        TestCluster.start(
            NODES,
            new GraphemberConfiguration()
                .setMemoryBudgetBytes(512L << 20)
                .setMaxLoads(MOST_LOADS)
                .setMaxJobs(MOST_JOBS)
                .setMaxQueuedJobs(MOST_QUEUED)
                .setMaxJobsPerUser(MOST_OF_USER));
    client = cluster.connect();
    Jobs.load(client, BlockModelJob.settings());
    Jobs.run(client, BlockModelJob.settings("training.epochs=1")); // loads the engine
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  @AfterEach
  void cancelAll() {
    RUNNING.forEach(JobHandle::cancel);
    RUNNING.forEach(job -> Await.until(BOUND, () -> job.state().status().ended()));
    RUNNING.clear();
    for (int i = 0; i < NODES; i++) {
      final int node = i;
      Await.until(BOUND, () -> cluster.parts(node).budget().takenBytes() == 0);
      assertThat(cluster.parts(node).runner().takenJobs()).isZero();
      assertThat(cluster.parts(node).loads().openLoads()).isZero();
    }
  }

  /** One that does not wait. */
  private static String job() {
    return job(0);
  }

  private static synchronized String job(int patience) {
    JobSettings job =
        BlockModelJob.settings(
                "name=endless-" + ++names,
                "training.epochs=100000",
                "queue.waitSeconds=" + patience)
            .withoutSource();
    return SettingsDocument.toJson(job);
  }

  /** Submits a job that does not end by itself. */
  private static JobHandle submit(GraphemberClient to) {
    return submit(to, 0);
  }

  private static JobHandle submit(GraphemberClient to, int patience) {
    JobHandle job = to.submit(job(patience));
    synchronized (RUNNING) {
      RUNNING.add(job);
    }
    return job;
  }

  private static void end(JobHandle job) {
    job.cancel();
    Await.until(BOUND, () -> job.state().status().ended());
  }

  private static void assertRefused(ThrowingCallable call, String code, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.category()).isEqualTo(ErrorCategory.RESOURCE);
            })
        .hasMessage(message);
  }

  @Test
  void aNodeCoordinatesNoMoreJobsThanItMay() {
    JobHandle first = submit(client);
    submit(client);
    final String refusal =
        "This node coordinates 2 of at most 2 jobs: wait until one ends, or raise maxJobs in"
            + " GraphemberConfiguration.";
    assertRefused(() -> client.submit(job()), "NODE_BUSY", refusal);
    assertRefused(() -> client.check(job()), "NODE_BUSY", refusal);
    end(first);
    client.check(job());
    submit(client);
  }

  @Test
  void aJobWaitsUntilANodeHasAPlaceAndItsUserMayRunIt() {
    JobHandle first = submit(client);
    submit(client);
    JobHandle elsewhere = submit(client, 600);
    Await.until(BOUND, () -> elsewhere.state().status() == JobState.Status.RUNNING);
    assertThat(cluster.parts(1).runner().takenJobs()).isOne();

    assertThat(elsewhere.watch(state -> {}, lost -> {}, () -> true).status())
        .as("who watches may leave")
        .isEqualTo(JobState.Status.RUNNING);
    JobHandle next = submit(client, 600);
    JobHandle last = submit(client, 600);
    Await.until(BOUND, () -> Integer.valueOf(2).equals(last.state().place()));
    assertThat(next.state().status()).isEqualTo(JobState.Status.QUEUED);
    assertThat(next.state().place()).isOne();
    assertThat(client.jobs()).extracting(JobInfo::job).endsWith(next.number(), last.number());
    assertThat(client.jobs("none")).isEmpty();
    assertThat(client.nodes()).extracting(node -> node.load().jobs()).containsExactly(MOST_JOBS, 1);

    assertThat(last.cancel()).isTrue();
    assertThatThrownBy(() -> last.await(state -> {}, () -> false))
        .hasMessage("Job %d was cancelled.", last.number());
    end(first);
    Await.until(BOUND, () -> next.state().status() == JobState.Status.RUNNING);
    assertThat(next.state().place()).isNull();
  }

  @Test
  void noMoreJobsWaitThanMay() {
    submit(client);
    submit(client);
    JobHandle elsewhere = submit(client, 600);
    Await.until(BOUND, () -> elsewhere.state().status() == JobState.Status.RUNNING);
    for (int i = 0; i < MOST_QUEUED; i++) {
      submit(client, 600);
    }
    Await.until(
        BOUND,
        () ->
            client.jobs().stream().filter(job -> job.status() == JobState.Status.QUEUED).count()
                == MOST_QUEUED);
    assertRefused(
        () -> client.submit(job(600)),
        "QUEUE_FULL",
        "In the cluster 3 of at most 3 jobs wait: submit it again when some have begun, or raise"
            + " maxQueuedJobs in GraphemberConfiguration.");
  }

  /** Whoever hears of the end of a job has its place again. */
  @Test
  void aPlaceIsFreeWhenItsJobIsSaidToHaveEnded() {
    submit(client);
    for (int i = 0; i < 5; i++) {
      Jobs.run(client, BlockModelJob.settings("training.epochs=1"));
    }
  }

  @Test
  void aNodeTakesNoMoreLoadsThanItMay() {
    try (IgniteClient raw =
        Ignition.startClient(GraphemberClient.configuration(cluster.address(0)))) {
      GraphemberService service =
          raw.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
      final long first = begin(service);
      final long second = begin(service);
      assertRefused(
          () -> begin(service),
          "NODE_BUSY",
          "This node takes 2 of at most 2 loads: wait until one ends, or raise maxLoads in"
              + " GraphemberConfiguration.");
      service.abortLoad(first);
      final long third = begin(service);
      service.abortLoad(second);
      service.abortLoad(third);
    }
  }

  private static long begin(GraphemberService service) {
    return Json.value(
        service.beginLoad(
            "{name: half, partitions: 2}",
            Json.write(LoadHeader.of(new GraphHeader(KeyKind.INT64, 0, false)))),
        new TypeReference<Long>() {});
  }

  /** Two nodes have four places, the user three: no two nodes give the last one away. */
  @Test
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // each client has a thread
  void aUserRunsNoMoreJobsThanHeMayWhicheverNodeIsAsked() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (GraphemberClient other = GraphemberClient.connect(cluster.address(1))) {
      for (int round = 0; round < 3; round++) {
        CyclicBarrier start = new CyclicBarrier(4);
        List<CompletableFuture<String>> ends = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          GraphemberClient to = i % 2 == 0 ? client : other;
          ends.add(CompletableFuture.supplyAsync(() -> outcome(to, start), threads));
        }
        assertThat(ends.stream().map(CompletableFuture::join))
            .containsExactlyInAnyOrder(
                "",
                "",
                "",
                "User anonymous runs 3 of at most 3 jobs in the cluster: wait until one ends, or"
                    + " ask the administrator to raise maxJobsPerUser.");
        assertThatThrownBy(() -> client.check(job())).isInstanceOf(GraphemberException.class);
        RUNNING.forEach(LimitsTest::end);
        RUNNING.clear();
      }
    } finally {
      threads.shutdown();
    }
  }

  private static String outcome(GraphemberClient to, CyclicBarrier start) {
    try {
      start.await(30, TimeUnit.SECONDS);
      submit(to);
      return "";
    } catch (GraphemberException e) {
      assertThat(e.code()).isEqualTo("USER_BUSY");
      return e.getMessage();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** They go on elsewhere, also where there are as many as a node may have. */
  @Test
  void jobsOfACoordinatorThatIsLostCountOn() {
    cluster.addNode();
    final int lost = cluster.nodes().size() - 1;
    try (GraphemberClient there = GraphemberClient.connect(cluster.address(lost))) {
      List<JobHandle> jobs =
          List.of(
              client.job(there.submit(job()).number()), client.job(there.submit(job()).number()));
      RUNNING.addAll(jobs);
      submit(client);
      final String refusal = "User anonymous runs 3 of at most 3 jobs";
      assertThatThrownBy(() -> submit(client)).hasMessageContaining(refusal);
      cluster.stopNode(lost);
      Await.until(BOUND, () -> cluster.node(0).cluster().forServers().nodes().size() == lost);
      Await.until(
          BOUND,
          () -> cluster.parts(0).running().count() + cluster.parts(1).running().count() == 3);
      final int free =
          cluster.parts(0).running().count() > cluster.parts(1).running().count() ? 1 : 0;
      try (GraphemberClient here = GraphemberClient.connect(cluster.address(free))) {
        assertThatThrownBy(() -> here.submit(job())).hasMessageContaining(refusal);
        end(jobs.get(0));
        RUNNING.add(client.job(here.submit(job()).number()));
      }
    }
  }

  /** An entry that somebody has spoilt bounds nobody, and the next job mends it. */
  @Test
  void aSpoiltEntryCountsAsNone() {
    cluster.node(0).cache("graphember.catalog").put("running/", "[{\"mark\": null}, null]");
    submit(client);
    assertThat(cluster.node(0).cache("graphember.catalog").get("running/").toString())
        .contains("coordinator");
  }

  @Test
  void aJobThatOutlivesItsTimeFailsAndLeavesNothing() {
    try (TestCluster timed =
            TestCluster.start(
                2,
                new GraphemberConfiguration()
                    .setMemoryBudgetBytes(512L << 20)
                    .setMaxJobMillis(5_000));
        GraphemberClient to = timed.connect()) {
      Jobs.load(to, BlockModelJob.settings());
      JobHandle job = to.submit(job());
      List<JobState.Status> seen = new ArrayList<>();
      assertRefused(
          () -> job.await(state -> seen.add(state.status()), () -> false),
          "JOB_TIME_EXCEEDED",
          "Job 1 was stopped after 5000 ms, maxJobMillis of its coordinator: give it less to do, or"
              + " ask the administrator to raise that.");
      assertThat(seen.get(seen.size() - 1)).isEqualTo(JobState.Status.FAILED);
      for (int i = 0; i < 2; i++) {
        final int node = i;
        Await.until(BOUND, () -> timed.parts(node).budget().takenBytes() == 0);
        assertThat(timed.parts(i).live().openJobs()).isZero();
        assertThat(timed.parts(i).runner().takenJobs()).isZero();
      }
      assertThat(to.results(BlockModelJob.GRAPH))
          .noneMatch(result -> result.job().startsWith("endless"));
    }
  }
}
