// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.JobTrainers;
import io.graphember.config.SettingsDocument;
import io.graphember.spi.Cancellation;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process of a job is frozen while the job runs, and goes on later: for a while nobody notices;
 * after failure detection the others go on without it, and it ends when it finds itself alone.
 */
class FrozenProcessTest {
  /** Ignite's: 10 seconds without an answer and as long to connect again, by default. */
  private static final Duration DETECTION = Duration.ofSeconds(20);

  /** A checkpoint interval is well below a second here; the rest is for a busy machine. */
  private static final Duration SLACK = Duration.ofSeconds(20);

  private static final Duration BOUND = Duration.ofSeconds(60);

  private static final JobSettings JOB =
      BlockModelJob.settings(
          "training.epochs=40", "training.trainers=2", "training.checkpointEvery=7");

  @TempDir Path folder;

  private List<ServerProcess> servers = List.of();
  private GraphemberClient client;
  private Bits expected;
  private Duration undisturbed;

  /** What a process does for the job. */
  private enum Role {
    /** It coordinates the job, and the client talks to it. */
    COORDINATOR,
    /** It runs a trainer, and stores. */
    TRAINER,
    /** It stores. */
    STORAGE
  }

  @BeforeEach
  void start() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "needs /bin/kill to freeze a process");
    servers = ServerProcess.start(3, folder);
    client = GraphemberClient.connect(servers.get(0).address());
    Jobs.load(client, JOB);
    final long began = System.nanoTime();
    final JobResult result = Jobs.run(client, JOB);
    undisturbed = Duration.ofNanos(System.nanoTime() - began);
    expected = Bits.of(client, result);
  }

  @AfterEach
  void stop() throws IOException {
    if (servers.isEmpty()) {
      return;
    }
    client.close();
    for (ServerProcess server : servers) {
      server.thaw();
    }
    ServerProcess.closeAll(servers);
  }

  private JobHandle running() {
    JobHandle handle = client.submit(SettingsDocument.toJson(JOB.withoutSource()));
    awaitEpochs(handle, 5);
    return handle;
  }

  private static void awaitEpochs(JobHandle handle, int more) {
    final int enough = handle.state().epochs().size() + more;
    Await.until(BOUND, () -> handle.state().epochs().size() >= enough);
  }

  /** The node that does something for a job, whose client talks to the first one. */
  private ServerProcess inRole(Role role, JobHandle handle) {
    if (role == Role.COORDINATOR) {
      return servers.get(0);
    }
    JobTrainers trainers = handle.state().trainers();
    for (JobTrainers.OnNode node : trainers.nodes()) {
      final int number = Integer.parseInt(node.node().substring("node-".length()));
      if (number > 0 && (node.trainers() > 0) == (role == Role.TRAINER)) {
        return servers.get(number);
      }
    }
    throw new AssertionError("no %s in %s".formatted(role, trainers));
  }

  /** Freezes a process, and has it go on later. */
  private static CompletableFuture<Void> freeze(ServerProcess server, int seconds)
      throws IOException {
    server.freeze();
    return CompletableFuture.runAsync(
        () -> {
          try {
            server.thaw();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        },
        CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS));
  }

  @Test
  void nobodyMissesAProcessForFiveSecondsButForThirty() throws IOException {
    JobHandle handle = running();
    for (Role role : Role.values()) {
      freeze(inRole(role, handle), 5).join();
      awaitEpochs(handle, 3);
      assertThat(handle.state().status()).as(role.name()).isEqualTo(JobState.Status.RUNNING);
    }
    JobResult result = handle.await(state -> {}, Cancellation.NEVER);
    assertThat(result.lostNodes()).isZero();
    assertThat(Bits.of(client, result)).isEqualTo(expected);
    goesOnWithout(Role.COORDINATOR, 30);
  }

  @ParameterizedTest
  @CsvSource({
    "COORDINATOR, 30",
    "COORDINATOR, 120",
    "TRAINER, 30",
    "TRAINER, 120",
    "STORAGE, 30",
    "STORAGE, 120"
  })
  @Tag("long")
  void theOthersGoOn(Role role, int seconds) throws IOException {
    goesOnWithout(role, seconds);
  }

  /** It may be missed just when it goes on: the job has one end, and its bits, in any case. */
  @ParameterizedTest
  @ValueSource(ints = {9, 11, 13, 15})
  @Tag("long")
  void theCoordinatorGoesOnWhenItIsMissed(int seconds) throws IOException {
    JobHandle handle = running();
    final CompletableFuture<Void> thawed = freeze(servers.get(0), seconds);
    JobResult result = handle.await(state -> {}, Cancellation.NEVER);
    assertThat(Bits.of(client, result)).isEqualTo(expected);
    thawed.join();
    if (result.lostNodes() > 0) {
      servers.get(0).awaitEnd();
    }
    assertThat(Bits.of(client, handle.result())).isEqualTo(expected);
    assertThat(client.checkpoints()).isEmpty();
    assertThat(Bits.of(client, Jobs.run(client, JOB))).isEqualTo(expected);
  }

  private void goesOnWithout(Role role, int seconds) throws IOException {
    JobHandle handle = running();
    final ServerProcess frozen = inRole(role, handle);
    List<String> lost = new ArrayList<>();

    final long began = System.nanoTime();
    final CompletableFuture<Void> thawed = freeze(frozen, seconds);
    JobResult result = handle.await(state -> {}, lost::add, Cancellation.NEVER);
    final Duration waited = Duration.ofNanos(System.nanoTime() - began);

    assertThat(waited)
        .as("%s, %d s", role, seconds)
        .isLessThan(DETECTION.plus(SLACK).plus(undisturbed));
    assertThat(lost)
        .isEqualTo(role == Role.COORDINATOR ? List.of(frozen.address()) : List.<String>of());
    assertThat(result.lostNodes()).isOne();
    assertThat(Bits.of(client, result)).as("read while it is frozen").isEqualTo(expected);
    thawed.join();
    frozen.awaitEnd();
    assertThat(handle.state().status()).isEqualTo(JobState.Status.DONE);
    assertThat(Bits.of(client, handle.result())).isEqualTo(expected);
    assertThat(client.checkpoints()).isEmpty();
    assertThat(Bits.of(client, Jobs.run(client, JOB))).isEqualTo(expected);
  }
}
