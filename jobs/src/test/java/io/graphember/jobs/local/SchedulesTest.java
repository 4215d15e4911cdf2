// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Publication;
import io.graphember.client.api.Vector;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.jobs.submit.JobRunner;
import io.graphember.spi.CounterRandom;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Jobs under schedules of faults that are drawn from a seed: nodes are killed, stop in order, join
 * and are drained, each at some call between nodes. Whatever happens, the job ends with what it
 * gives undisturbed, and nothing is left. {@code -Dtest.schedules=N} runs N of them, {@code
 * -Dgraphember.schedule=SEED} one.
 */
class SchedulesTest {
  private static final JobLimits LIMITS = new JobLimits(8, 100, 10_000, 1_000);
  private static final int SCHEDULES = Integer.getInteger("graphember.schedules", 500);
  private static final Optional<Integer> ONE =
      Optional.ofNullable(Integer.getInteger("graphember.schedule"));
  private static final int MOST_FAULTS = 3;
  private static final int NODES = 3;
  private static final int AT_ONCE = 16;

  private static final String GRAPH =
      """
      source: {type: block-model, vertices: 24, classes: 2, words: 3, degree: 3, seed: 3}
      graph: {name: blocks, partitions: 3, dropDuplicates: true, dropSelfLoops: true}
      """;

  private static final String WALKS =
      """
      name: walks
      job: embed
      embedding: {dim: 4, epochs: 2, walkLength: 4, window: 1, batchSize: 8, consistency: bsp, trainers: 2, checkpointEvery: 2}
      """;

  private static final String MODEL =
      """
      name: model
      model: {type: graphsage, hidden: 2}
      task: {split: {train: 0.5, valid: 0.2, test: 0.3}}
      training: {epochs: 2, trainers: 2, batchSize: 4, fanouts: [2, 2], baseline: false, checkpointEvery: 1}
      """;

  private static final List<JobSettings> JOBS = List.of(settings(WALKS), settings(MODEL));

  /** Calls of a job that nothing disturbs, at least; faults come between the first and these. */
  private static final int CALLS = 60;

  private static JobSettings settings(String job) {
    return SettingsDocument.parse("job", GRAPH + job).bind(JobSettings.class);
  }

  private enum Kind {
    KILL,
    STOP,
    JOIN,
    DRAIN
  }

  /**
   * Something that happens.
   *
   * @param call at which call between nodes
   * @param node which of those that are there by then
   */
  private record Fault(Kind kind, int call, int node) {}

  /** What is drawn from a seed. */
  private record Schedule(int seed, JobSettings job, List<Fault> faults) {
    static Schedule of(int seed) {
      List<Fault> faults = new ArrayList<>();
      final int count = 1 + draw(seed, 0, MOST_FAULTS);
      for (int i = 0; i < count; i++) {
        faults.add(
            new Fault(
                Kind.values()[draw(seed, 3 * i + 1, Kind.values().length)],
                1 + draw(seed, 3 * i + 2, CALLS),
                draw(seed, 3 * i + 3, NODES)));
      }
      return new Schedule(seed, JOBS.get(seed % JOBS.size()), List.copyOf(faults));
    }

    private static int draw(int seed, int place, int bound) {
      return CounterRandom.bounded(CounterRandom.bits(seed, place), bound);
    }
  }

  /** What a job has given: figures of the test split, and rows by key. */
  private record Outcome(JobResult.Test test, Map<String, List<?>> published) {}

  private static JobState await(LocalCluster cluster, long job) {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      final JobState state = cluster.jobs().state(job);
      final boolean idle =
          cluster.nodes().stream().allMatch(node -> node.part(RunningJobs.class).count() == 0);
      if (state.status().ended() && idle) {
        return state;
      }
      assertThat(System.nanoTime()).as("%s", state).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private static Outcome run(LocalCluster cluster, JobSettings job) {
    cluster.load(job);
    final long number =
        cluster
            .node(0)
            .part(JobRunner.class)
            .submit(job.withoutSource(), new byte[0], Optional.empty());
    final JobState end = await(cluster, number);
    assertThat(end.error()).isNull();
    final JobResult result = cluster.jobs().result(number);
    Map<String, List<?>> all = new TreeMap<>();
    for (Publication publication : result.publications().values()) {
      cluster
          .cache(publication.cache())
          .forEach(
              (key, value) -> all.put(publication.name() + " " + key, List.of(comparable(value))));
    }
    return new Outcome(result.test(), all);
  }

  private static Object comparable(Object value) {
    return value instanceof Vector vector ? Arrays.toString(vector.values()) : value;
  }

  private static void disturb(LocalCluster cluster, Schedule schedule) {
    AtomicInteger calls = new AtomicInteger();
    cluster.onCall(
        call -> {
          final int number = calls.incrementAndGet();
          for (Fault fault : schedule.faults) {
            if (fault.call == number) {
              happen(cluster, fault);
            }
          }
        });
  }

  /** Each partition has two copies. */
  private static void happen(LocalCluster cluster, Fault fault) {
    final List<LocalNode> nodes = List.copyOf(cluster.nodes());
    final LocalNode node = nodes.get(fault.node % nodes.size());
    final boolean mayGo = nodes.size() > 2;
    switch (fault.kind) {
      case KILL -> {
        if (mayGo) {
          cluster.kill(node);
        }
      }
      case STOP -> {
        if (mayGo) {
          node.leave();
          cluster.kill(node);
        }
      }
      case JOIN -> cluster.join();
      case DRAIN -> drain(cluster, node);
    }
  }

  private static void drain(LocalCluster cluster, LocalNode node) {
    try {
      node.states().drain(node.self().name(), "somebody");
    } catch (IllegalStateException e) { // another fault of the schedule was quicker
      assertThat(cluster.alive(node.self().id())).as(e.getMessage()).isFalse();
    }
  }

  private static void assertNothingLeft(LocalCluster cluster, int caches) {
    assertThat(cluster.cacheNames()).hasSize(caches);
    cluster.assertIdle();
    for (String prefix : List.of("job/", "use/", "checkpoint/")) {
      assertThat(cluster.entries().below(prefix)).isEmpty();
    }
  }

  /** What a job gives undisturbed, and how many caches there are then. */
  private record Undisturbed(Outcome outcome, int caches) {
    static Undisturbed of(JobSettings job) {
      try (LocalCluster cluster = new LocalCluster(NODES, 2, LIMITS)) {
        return new Undisturbed(run(cluster, job), cluster.cacheNames().size());
      }
    }
  }

  private static void check(Schedule schedule, Undisturbed undisturbed) {
    try (LocalCluster cluster = new LocalCluster(NODES, 2, LIMITS)) {
      disturb(cluster, schedule);
      assertThat(run(cluster, schedule.job)).isEqualTo(undisturbed.outcome);
      assertNothingLeft(cluster, undisturbed.caches);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "-Dgraphember.schedule=%d, %s: %s"
              .formatted(schedule.seed, schedule.faults, e.getMessage()),
          e);
    }
  }

  /** Several at a time: they wait most of the time. */
  @Test
  void whateverHappensTheJobGivesTheSame() {
    final List<Undisturbed> undisturbed = JOBS.stream().map(Undisturbed::of).toList();
    final IntStream seeds =
        ONE.map(one -> IntStream.of(one)).orElseGet(() -> IntStream.range(0, SCHEDULES));
    final ForkJoinPool pool = new ForkJoinPool(AT_ONCE);
    try {
      pool.submit(
              () ->
                  seeds
                      .parallel()
                      .forEach(
                          seed -> check(Schedule.of(seed), undisturbed.get(seed % JOBS.size()))))
          .join();
    } finally {
      pool.shutdownNow();
    }
  }
}
