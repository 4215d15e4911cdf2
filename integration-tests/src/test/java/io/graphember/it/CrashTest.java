// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.config.SettingsDocument;
import io.graphember.it.BlockModelEmbedding.Bits;
import io.graphember.jobs.live.TableBits;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.cache.CachePeekMode;
import org.apache.ignite.cache.affinity.Affinity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that are killed at random moments, from before slabs are open until results are
 * published, and in the middle of a checkpoint. Three JVMs and one backup; of the two that do not
 * coordinate the job a random one is killed, and another one takes its place before the next job.
 */
class CrashTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private static final int MOST_MISSES = 4;

  @TempDir static Path folder;

  private static final ServerProcess[] SERVERS = new ServerProcess[3]; // the first is this JVM
  private static TestCluster cluster;
  private static GraphemberClient client;

  @BeforeAll
  static void start() throws IOException {
    cluster = TestCluster.start(1);
    for (int number = 1; number < SERVERS.length; number++) {
      SERVERS[number] = ServerProcess.join(cluster, number, folder);
    }
    client = cluster.connect();
  }

  @AfterAll
  static void stop() {
    client.close();
    for (int number = 1; number < SERVERS.length; number++) {
      SERVERS[number].close();
    }
    cluster.close();
  }

  /**
   * A crash. Moments and victims are drawn from a seed; the same on every run.
   *
   * @param place when, at the earliest: 0 is the start of the job and 1 its end
   * @param victim the process that is killed
   * @param every steps between checkpoints
   * @param inCheckpoint true to wait for a block of the next checkpoint, and to kill while that
   *     block is being written
   * @param block which of the blocks that are seen
   */
  private record Crash(double place, int victim, int every, boolean inCheckpoint, int block) {
    static Crash of(long seed, int every, boolean inCheckpoint) {
      return new Crash(
          CounterRandom.unitFloat(CounterRandom.bits(seed, 0)),
          1 + CounterRandom.bounded(CounterRandom.bits(seed, 1), SERVERS.length - 1),
          every,
          inCheckpoint,
          CounterRandom.bounded(CounterRandom.bits(seed, 2), 3));
    }

    void kill() {
      SERVERS[victim].kill();
    }

    /** The same in the first half of what it had. */
    Crash earlier() {
      return new Crash(place / 2, victim, every, inCheckpoint, block);
    }
  }

  /** Runs a job, undisturbed and hit by every crash; all must give the same bits. */
  private static void assertOutlives(
      List<Crash> crashes, Function<Integer, JobSettings> job, Function<JobResult, Object> bits)
      throws IOException {
    JobSettings first = job.apply(7);
    Jobs.load(client, first);
    awaitCopies();
    final JobResult undisturbed = Jobs.run(client, first);
    final Object expected = bits.apply(undisturbed);
    final double unit = undisturbed.seconds().get("total") / (first.job().epochs() + 1);
    for (Crash crash : crashes) {
      assertOutlives(
          crash,
          job.apply(crash.every()),
          unit,
          result -> assertThat(bits.apply(result)).as("%s", crash).isEqualTo(expected));
    }
  }

  /**
   * Crashes until one has hit the job: one that comes behind its end, on a machine that is faster
   * than it was, proves nothing, and the next one comes earlier.
   */
  private static void assertOutlives(
      Crash first, JobSettings job, double unit, Consumer<JobResult> sameBits) throws IOException {
    int lost = 0;
    Crash crash = first;
    for (int i = 0; i < MOST_MISSES && lost == 0; i++) {
      JobResult result = run(job, crash, unit);
      sameBits.accept(result);
      lost = result.lostNodes();
      SERVERS[crash.victim()].close();
      SERVERS[crash.victim()] = ServerProcess.join(cluster, crash.victim(), folder);
      awaitCopies();
      crash = crash.earlier();
    }
    assertThat(lost).as("nodes that the job has lost by %s or one earlier", first).isOne();
  }

  /** Kills a process when a job has come so far. */
  private static JobResult run(JobSettings job, Crash crash, double unit) {
    // After a checkpoint that is hit, something is left to be done.
    final double place = crash.place() * (job.job().epochs() + (crash.inCheckpoint() ? -1 : 1));
    final int epochs = (int) place;
    JobHandle handle = client.submit(SettingsDocument.toJson(job.withoutSource()));
    Await.until(BOUND, () -> handle.state().epochs().size() >= epochs);
    if (crash.inCheckpoint()) {
      CheckpointWatch.act(cluster.node(0), crash.block(), crash::kill);
      JobResult result = handle.await(state -> {}, Cancellation.NEVER);
      assertThat(result.lostNodes()).isOne();
      return result;
    }
    CompletableFuture<Void> kill =
        CompletableFuture.runAsync(
            crash::kill,
            CompletableFuture.delayedExecutor(
                (long) (1e9 * unit * (place - epochs)), TimeUnit.NANOSECONDS));
    JobResult result = handle.await(state -> {}, Cancellation.NEVER);
    kill.join();
    return result;
  }

  /** Waits until every one of three nodes has partitions of every graph, and each its backup. */
  private static void awaitCopies() {
    Await.until(
        BOUND,
        () ->
            cluster.node(0).cluster().forServers().nodes().size() == SERVERS.length
                && cluster.node(0).cacheNames().stream()
                    .filter(name -> name.startsWith("graphember.graph."))
                    .allMatch(CrashTest::spread));
  }

  private static boolean spread(String name) {
    IgniteCache<?, ?> cache = cluster.node(0).cache(name);
    Affinity<?> affinity = cluster.node(0).affinity(name);
    return cache.sizeLong(CachePeekMode.PRIMARY) == cache.sizeLong(CachePeekMode.BACKUP)
        && cluster.node(0).cluster().forServers().nodes().stream()
            .allMatch(node -> affinity.primaryPartitions(node).length > 0);
  }

  private static List<Object> embedding(JobResult result) {
    return List.of(Bits.of(cluster, client, result), TableBits.of(cluster.parts(0), result));
  }

  @Test
  void embeddings() throws IOException {
    assertOutlives(
        List.of(Crash.of(11, 1, false), Crash.of(12, 7, true)),
        every ->
            BlockModelEmbedding.settings(
                "graph.name=walks",
                "embedding.epochs=5",
                "embedding.optimizer=momentum",
                "embedding.learningRate=0.01",
                "embedding.checkpointEvery=" + every),
        CrashTest::embedding);
  }

  /**
   * One of the processes that may be killed has a trainer, the other one partitions alone. The
   * model is so wide that a checkpoint of it has blocks in five partitions: each node has one.
   */
  @Test
  void models() throws IOException {
    assertOutlives(
        List.of(Crash.of(13, 7, false), Crash.of(14, 1, true)),
        every ->
            BlockModelJob.settings(
                "source.vertices=400",
                "model.hidden=2048",
                "training.epochs=5",
                "training.trainers=2",
                "training.checkpointEvery=" + every),
        CrashTest::model);
  }

  /** Whoever is killed, rows go with it, and all goes back; a checkpoint has blocks of all. */
  @Test
  void learnableEmbeddings() throws IOException {
    assertOutlives(
        List.of(Crash.of(15, 7, true)),
        every -> authors("training.epochs=20", "training.checkpointEvery=" + every),
        CrashTest::model);
  }

  private static JobSettings authors(String... assignments) {
    try {
      return AuthorsJob.settings(folder, assignments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ModelBits model(JobResult result) {
    return ModelBits.of(cluster, client, result);
  }
}
